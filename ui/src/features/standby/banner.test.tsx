import { act, cleanup, render, screen } from '@testing-library/preact';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { elsewhere, heardStandby } from '~/api/standby';
import { withWords } from '~/i18n';
import { StandbyBanner } from './banner';

beforeAll(() => withWords(Promise.resolve(), 'pwa'));
afterEach(cleanup);

test('the banner stands while answers say that changes are made elsewhere', () => {
  render(<StandbyBanner />);
  expect(screen.queryByRole('status')).toBeNull();
  void act(() => heardStandby(new Headers({ 'Anbar-Standby': '2026-11-30T13:15:26Z' })));
  const shown = screen.getByRole('status').textContent;
  void act(() => heardStandby(new Headers({ 'Anbar-Standby': 'replaced' })));
  expect(screen.getByRole('status').textContent).not.toBe(shown);
  void act(() => heardStandby(new Headers()));
  expect(elsewhere.get()).toBeNull();
  expect(screen.queryByRole('status')).toBeNull();
});
