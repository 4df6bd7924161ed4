import { cleanup, render } from '@testing-library/preact';
import { useLayoutEffect } from 'react';
import { afterEach, expect, it } from 'vitest';
import type { Entries } from '../listing/listing';
import { isSelected, nothing } from '../listing/selection';
import { useSelection, type Selecting } from './use-selection';

afterEach(cleanup);

const seen: { selecting?: Selecting } = {};
const selecting = () => seen.selecting as Selecting;

/** Rows as the list draws them: by their places. */
function Rows({ ids }: { ids: readonly string[] }) {
  const entries = {
    count: ids.length,
    loading: false,
    indexOf: (id: string) => ids.indexOf(id),
    entryOf: (id: string) => (ids.includes(id) ? { id } : null),
    entryAt: (index: number) => (ids[index] ? { id: ids[index] } : null),
  };
  const used = useSelection(entries as unknown as Entries);
  useLayoutEffect(() => {
    seen.selecting = used;
  });
  return (
    <div data-entries>
      {ids.map((id, index) => (
        <div
          key={index}
          id={`row-${index}`}
          data-entry={id}
          data-cursor={id === used.selection.cursor || undefined}
          aria-selected={isSelected(used.selection, id)}
        >
          <span role="checkbox" tabIndex={-1} aria-label={id} aria-checked={isSelected(used.selection, id)} />
        </div>
      ))}
    </div>
  );
}

const look = () =>
  [...document.querySelectorAll<HTMLElement>('[data-entry]')].map(
    (row) =>
      `${row.dataset.entry} ${row.getAttribute('aria-selected')} ${row.firstElementChild?.getAttribute('aria-checked')}${row.dataset.cursor ? ' cursor' : ''}`,
  );

/** What is chosen now is drawn after the paint that answers this. */
const press = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'x', bubbles: true }));
const painted = () => new Promise((resolve) => setTimeout(resolve, 150));

it('shows the chosen entry at once, and the right one when the list has moved meanwhile', async () => {
  const { rerender } = render(<Rows ids={['a', 'b', 'c']} />);
  press();
  selecting().set({ ...nothing, ids: new Set(['b']), anchor: 'b', cursor: 'b' });
  expect(look()).toEqual(['a false false', 'b true true cursor', 'c false false']);
  expect(document.querySelector('[data-entries]')).toHaveAttribute('aria-activedescendant', 'row-1');
  const moved = ['new false false', 'a false false', 'b true true cursor', 'c false false'];
  rerender(<Rows ids={['new', 'a', 'b', 'c']} />);
  expect(look()).toEqual(moved);
  await painted();
  expect(look()).toEqual(moved);
});

it('shows all but one as chosen when the list moves in the same moment', async () => {
  const { rerender } = render(<Rows ids={['a', 'b', 'c', 'd']} />);
  press();
  selecting().all();
  await painted();
  press();
  const all = selecting().now();
  selecting().set({ ...all, ids: new Set(['b']) });
  rerender(<Rows ids={['new', 'a', 'b', 'c', 'd']} />);
  await painted();
  const chosen = ['new', 'a', 'b', 'c', 'd'].map((id) => isSelected(selecting().now(), id));
  expect(look().map((row) => row.includes('true'))).toEqual(chosen);
  expect(chosen).toContain(true);
});
