import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { api } from '~/api/client';
import { queryClient } from '~/api/query';
import { t, withWords } from '~/i18n';
import { ExposurePage } from './exposure-page';

beforeAll(() => withWords(Promise.resolve(), 'access', 'members'));
afterEach(() => {
  cleanup();
  queryClient.clear();
});

const link = (id: string, paused: boolean) => ({
  download_id: id,
  upload_id: null,
  directory_id: null,
  place: 'my',
  paused,
  title: id,
  items: [],
  has_password: false,
  emails_count: 0,
  used_count: 0,
  expire_at: null,
  created_by: null,
  created_at: null,
});

const row = (name: string) => screen.getByText(name).closest('li');
const counter = (id: string) => document.querySelector(`a[href="#exposed-${id}"]`);

it('does not call open to all, and does not count, what stopped with the account of its person', async () => {
  vi.spyOn(api, 'get').mockResolvedValue({
    access: 'private',
    prevent_sharing_non_members: false,
    guests: [],
    links: [link('open', false), link('stopped', true)],
    boxes: [link('box', true)],
    public_files: [],
  } as never);
  render(
    <QueryClientProvider client={queryClient}>
      <ExposurePage spaceId="s" />
    </QueryClientProvider>,
  );
  await screen.findByText('stopped');
  expect(row('open')).toHaveTextContent(t('access.anybody'));
  for (const name of ['stopped', 'box']) {
    expect(row(name)).toHaveTextContent(t('access.paused'));
    expect(row(name)).not.toHaveTextContent(t('access.anybody'));
  }
  expect(counter('links')).toHaveTextContent('۱');
  expect(counter('boxes')).toHaveTextContent('۰');
  expect(counter('boxes')).not.toHaveAttribute('aria-disabled');
});
