import { cleanup, fireEvent, render } from '@testing-library/preact';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { withWords } from '~/i18n';
import { PaletteList } from './palette-list';

beforeAll(() => withWords(Promise.resolve(), 'palette'));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const list = (query: string) => (
  <PaletteList listId="l" groups={[]} active={0} empty={false} query={query} onPoint={vi.fn()} onChoose={vi.fn()} />
);

it('scrolls back for a new search only when something was scrolled: otherwise the rows would be laid out before the letter is seen', () => {
  const set = vi.spyOn(Element.prototype, 'scrollTop', 'set');
  const { rerender, getByRole } = render(list(''));
  rerender(list('i'));
  expect(set).not.toHaveBeenCalled();
  const box = getByRole('listbox');
  vi.spyOn(box, 'scrollTop', 'get').mockReturnValue(40);
  fireEvent.scroll(box);
  rerender(list('im'));
  expect(set).toHaveBeenCalledExactlyOnceWith(0);
  rerender(list('img'));
  expect(set).toHaveBeenCalledTimes(1);
});
