import { afterEach, expect, it } from 'vitest';
import { keyOf } from '~/api/keys';
import { queryClient } from '~/api/query';
import { resetPersonalStores } from '~/kit/store';
import { pendingDirectory, type Entry } from '../listing/entry';
import { withExpected } from '../listing/expected';
import type { Page } from '../listing/source';
import { change, hide, insert } from './optimistic';

const entry = (id: string): Entry => ({ ...pendingDirectory('d', id), id, status: 'ready', pending: false });
const page = (total: number, ...ids: string[]): Page => ({
  directory: undefined,
  path: [],
  entries: ids.map(entry),
  total,
  next: null,
});
const key = keyOf('listing', 's', 'd', 'directory', 'name:1', 1);
const put = (shown: Page) => queryClient.setQueryData(key, shown);
const names = () => queryClient.getQueryData<Page>(key)?.entries.map(({ name }) => name) ?? 'nothing';
const read = (shown: Page) => withExpected({ spaceId: 's', directoryId: 'd', sort: 'name:1' }, shown);

afterEach(() => {
  queryClient.clear();
  resetPersonalStores();
});

it('a refused call leaves the list as it was', () => {
  put(page(2, 'a', 'b'));
  for (const act of [
    () => hide('s', new Set(['a'])),
    () => change('s', new Set(['a']), { name: 'x' }),
    () => insert('s', pendingDirectory('d', 'c')),
  ]) {
    const shown = act();
    expect(names()).not.toEqual(['a', 'b']);
    shown.takeBack();
    expect(names()).toEqual(['a', 'b']);
  }
});

it('a refused call leaves alone what was read or done since', () => {
  put(page(2, 'a', 'b'));
  const first = change('s', new Set(['a']), { name: 'x' });
  put(read(page(3, 'a', 'b', 'new')));
  first.takeBack();
  expect(names()).toEqual(['x', 'b', 'new']); // until the list is read again
  put(page(2, 'a', 'b'));
  const second = change('s', new Set(['a']), { name: 'x' });
  const third = hide('s', new Set(['b']));
  second.takeBack();
  expect(names()).toEqual(['x']);
  third.takeBack();
  expect(names()).toEqual(['x', 'b']);
});

it('two changes of one act are taken back one after the other', () => {
  const before = page(2, 'a', 'b');
  put(before);
  const first = change('s', new Set(['a']), { favorite: true });
  const second = hide('s', new Set(['b']));
  second.takeBack();
  first.takeBack();
  expect(queryClient.getQueryData<Page>(key)).toEqual(before);
});

it('a refused call brings nothing back into the cache of the next person', () => {
  put(page(2, 'a', 'b'));
  const shown = hide('s', new Set(['a']));
  queryClient.clear();
  resetPersonalStores();
  shown.takeBack();
  expect(names()).toBe('nothing');
});

it('nothing is expected of the next person', () => {
  hide('s', new Set(['a']));
  resetPersonalStores();
  expect(read(page(2, 'a', 'b')).entries).toHaveLength(2);
});

it('a page that is read during a long deletion counts as the others do', () => {
  put(page(3, 'a', 'b'));
  const shown = hide('s', new Set(['a']));
  expect(names()).toEqual(['b']);
  const again = read(page(3, 'a', 'b'));
  expect(again.total).toBe(3);
  expect(again.entries.map(({ name, pending }) => [name, pending])).toEqual([
    ['a', true],
    ['b', false],
  ]);
  expect(read(page(2, 'a', 'b')).entries.map(({ name }) => name)).toEqual(['b']);
  shown.settle();
  expect(read(page(3, 'a', 'b')).entries[0]?.pending).toBe(false);
});
