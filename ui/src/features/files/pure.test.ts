import { describe, expect, it } from 'vitest';
import { matches } from './actions/action';
import { actions } from './actions/action-list';
import { hrefOf, previewHref } from '~/api/place';
import { readPreferences } from './listing/preferences';
import { DEFAULT_SORT, formatSort, parseSort, nextSort } from './listing/sort';
import { TypeAhead } from './view/type-ahead';

describe('sort', () => {
  it('is written and read the same way, and refuses what it does not know', () => {
    expect(formatSort(DEFAULT_SORT)).toBe('created_at:-1');
    expect(parseSort('name:1')).toEqual({ field: 'name', order: 1 });
    for (const text of ['', 'name', 'name:2', 'colour:1', null]) expect(parseSort(text)).toBeNull();
  });

  it('turns round on the same column and begins usefully on another', () => {
    expect(nextSort({ field: 'name', order: 1 }, 'name').order).toBe(-1);
    expect(nextSort(DEFAULT_SORT, 'name').order).toBe(1);
    expect(nextSort({ field: 'name', order: 1 }, 'size').order).toBe(-1);
  });
});

describe('typing to jump', () => {
  const names = ['آلبوم', 'بودجه', 'برنامه', 'Report', 'report-2', 'گزارش'];
  const jump = (typing: TypeAhead, text: string, from = -1, now = 0) =>
    typing.type(text, now, from, names.length, (index) => names[index] ?? null);

  it('finds the beginning of a name, in either script', () => {
    expect(jump(new TypeAhead(), 'ا')).toBe(0);
    expect(jump(new TypeAhead(), 'r')).toBe(3);
    const typing = new TypeAhead();
    jump(typing, 'ب');
    expect(jump(typing, 'ر', 1, 100)).toBe(2);
  });

  it('goes round by the same letter', () => {
    const typing = new TypeAhead();
    expect(jump(typing, 'r', -1, 0)).toBe(3);
    expect(jump(typing, 'r', 3, 100)).toBe(4);
    expect(jump(typing, 'r', 4, 200)).toBe(3);
  });

  it('begins anew after a pause, and stays when nothing fits', () => {
    const typing = new TypeAhead();
    jump(typing, 'ب', -1, 0);
    expect(typing.isTyping(700)).toBe(true);
    expect(jump(typing, 'گ', 1, 2000)).toBe(5);
    expect(jump(new TypeAhead(), 'z')).toBe(-1);
  });
});

const press = (code: string, key: string, held: Partial<KeyboardEvent> = {}) => ({
  code,
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

const actionOf = (event: ReturnType<typeof press>) =>
  actions.find(({ shortcuts }) => shortcuts?.some((shortcut) => matches(shortcut, event)))?.id;

describe('shortcuts', () => {
  it('know Ctrl letters on a Persian keyboard by their place', () => {
    expect(actionOf(press('KeyA', 'ش', { ctrlKey: true }))).toBe('select-all');
    expect(actionOf(press('KeyA', 'a', { metaKey: true }))).toBe('select-all');
    expect(actionOf(press('KeyA', 'ش'))).toBeUndefined();
  });

  it('know letters on a Persian keyboard by their place', () => {
    expect(actionOf(press('KeyV', 'v'))).toBe('view-list');
    expect(actionOf(press('KeyV', 'ر'))).toBe('view-list');
    expect(actionOf(press('KeyS', 'س'))).toBe('favorite');
    expect(actionOf(press('KeyI', 'ه'))).toBe('details');
    expect(actionOf(press('KeyL', 'م'))).toBeUndefined();
  });

  it('tell Alt+U from Alt+Shift+U', () => {
    expect(actionOf(press('KeyU', 'u', { altKey: true }))).toBe('upload-files');
    expect(actionOf(press('KeyU', 'U', { altKey: true, shiftKey: true }))).toBe('upload-folder');
  });

  it('are named once each', () => {
    expect(new Set(actions.map(({ id }) => id)).size).toBe(actions.length);
  });
});

describe('addresses', () => {
  it('name the place', () => {
    expect(hrefOf({ spaceId: 's', my: false })).toBe('/workspace/s');
    expect(hrefOf({ spaceId: 's', my: true })).toBe('/workspace/s/my');
    expect(hrefOf({ spaceId: 's', directoryId: 'd', my: true })).toBe('/workspace/s/directory/d/my');
  });

  it('of a preview keep sort and place, not the open panel', () => {
    const href = previewHref({ spaceId: 's', my: true }, 'd', 'f', 'sort=name%3A1&details=1');
    expect(href).toBe('/workspace/s/directory/d/file/f/preview?sort=name%3A1&my=1');
  });
});

it('preferences survive nonsense', () => {
  expect(readPreferences('{"view":"grid","sort":"size:-1","hidden":["size","x"]}')).toEqual({
    view: 'grid',
    sort: { field: 'size', order: -1 },
    hidden: new Set(['size']),
  });
  for (const text of [null, 'nonsense', '7', '{"view":1}']) expect(readPreferences(text).sort).toEqual(DEFAULT_SORT);
});
