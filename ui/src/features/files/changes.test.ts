import { afterEach, describe, expect, it } from 'vitest';
import { setLang } from '~/i18n';
import type { Directory, Person } from '~/api/types';
import { matches } from './actions/action';
import { copy, cut, paste } from './actions/arrange';
import type { Action as Decision, Duplicate } from './operations/calls';
import { selectionOf } from './operations/calls';
import { clipOf, countOf, isCutIn, isCut, mayPaste, pasteObstacle, type Clip } from './operations/clipboard';
import { mayDrop } from './view/drag-target';
import { commonActions, decide, matchAction, forAll, sensible, toSend, undecided } from './operations/duplicates';
import type { Entry } from './listing/entry';
import type { Page } from './listing/listing';
import { withChanged, withoutEntries } from './listing/pages';
import { stemLength } from './operations/renaming';
import { PAGE_SIZE } from './listing/windows';
import { daysLeftText, originOf } from './listing/words';

const person: Person = { _id: 'u', name: 'سارا' };
const all = ['create', 'update', 'read', 'delete', 'move', 'rename'];
const rules = (verbs: readonly string[]) =>
  verbs.flatMap((action) => ['file', 'directory'].map((subject) => ({ action, subject })));

const entry = (id: string, more: Partial<Entry> = {}): Entry => ({
  kind: 'file',
  id,
  directoryId: 'd0',
  name: `${id}.txt`,
  type: 'text',
  size: 1,
  createdAt: '',
  createdBy: person,
  modifiedAt: '',
  modifiedBy: person,
  contentType: '',
  hasThumbnail: false,
  hasLines: false,
  awaitsTile: false,
  versionId: 'v',
  hasUploadBox: false,
  editing: null,
  permissions: rules(all),
  inherited: [],
  status: 'ready',
  favorite: false,
  open: false,
  empty: false,
  openVersionId: null,
  path: null,
  trashed: null,
  usedAt: null,
  tags: [],
  ...more,
});
const folder = (id: string, more: Partial<Entry> = {}) => entry(id, { kind: 'directory', name: id, ...more });
const directory = (verbs: readonly string[]) => ({ current_permissions: rules(verbs) }) as unknown as Directory;
const step = (id: string) => ({ directory_id: id, name: id });

const press = (code: string, key: string) => ({
  code,
  key,
  ctrlKey: true,
  metaKey: false,
  altKey: false,
  shiftKey: false,
});
const page = (from: number, count: number, total: number): Page => ({
  directory: undefined,
  path: [],
  entries: Array.from({ length: count }, (_, at) => entry(`e${from + at}`)),
  total,
  next: null,
});

const held = (items: Clip['items'], whole: Clip['whole'] = null): Clip => ({ items, whole });

describe('the clipboard', () => {
  it('takes only files that are ready, and every folder', () => {
    const clip = clipOf(
      [entry('a'), entry('b', { status: 'processing' }), folder('c', { status: 'processing' })],
      'MOVE',
      's',
      '/x',
    );
    expect(clip.map(({ type, target }) => [type, target])).toEqual([
      ['FILE', 'a'],
      ['DIRECTORY', 'c'],
    ]);
    expect(clip[0]).toMatchObject({ operation: 'MOVE', space_id: 's', directory_path: '/x', directory_id: 'd0' });
    expect(isCut(held(clip))).toBe(true);
    expect(isCut(held(clipOf([entry('a')], 'COPY', 's', '/')))).toBe(false);
  });

  it('may be pasted where what it holds may be made', () => {
    const clip = held(clipOf([entry('a')], 'COPY', 's', '/'));
    expect(mayPaste(clip, directory(['create']))).toBe(true);
    expect(mayPaste(clip, directory(['read']))).toBe(false);
    expect(mayPaste(held([]), directory(['create']))).toBe(false);
    expect(mayPaste(clip, undefined)).toBe(false);
  });

  it('does not go into itself, nor to where it is', () => {
    const cutFolder = held(clipOf([folder('f')], 'MOVE', 's', '/'));
    expect(pasteObstacle(cutFolder, { spaceId: 's', directoryId: 'below' }, [step('root'), step('f')])).toBe('inside');
    expect(pasteObstacle(cutFolder, { spaceId: 's', directoryId: 'd0' }, [step('root')])).toBe('same');
    expect(pasteObstacle(cutFolder, { spaceId: 's', directoryId: 'other' }, [step('root')])).toBeNull();
    const copied = held(clipOf([entry('a')], 'COPY', 's', '/'));
    expect(pasteObstacle(copied, { spaceId: 's', directoryId: 'd0' }, [])).toBeNull();
  });

  it('holds a whole list without naming its entries', () => {
    const whole = { directoryId: 'd0', except: ['kept'], count: 99_999, until: '' };
    const all = held(clipOf([entry('a')], 'MOVE', 's', '/'), whole);
    expect(countOf(all)).toBe(99_999);
    const to = (directoryId: string, ...path: string[]) =>
      pasteObstacle(
        all,
        { spaceId: 's', directoryId },
        path.map((id) => step(id)),
      );
    expect(to('d0', 'root', 'd0')).toBe('same');
    expect(to('f', 'root', 'd0')).toBe('inside');
    expect(to('below', 'root', 'd0', 'f', 'below')).toBe('inside');
    expect(to('kept', 'root', 'd0')).toBeNull();
    expect(to('below', 'root', 'd0', 'kept', 'below')).toBeNull();
    expect(to('other', 'root')).toBeNull();
    expect(['a', 'unseen', 'kept'].map(isCutIn(all, 'd0'))).toEqual([true, true, false]);
    expect(['a'].map(isCutIn(all, 'other'))).toEqual([false]);
    expect(['a', 'b'].map(isCutIn(held(all.items), 'other'))).toEqual([true, false]);
    expect(['a'].map(isCutIn(held(clipOf([entry('a')], 'COPY', 's', '/'), whole), 'd0'))).toEqual([false]);
  });

  it('answers to keys by their place, whatever the keyboard writes there', () => {
    expect(cut.shortcuts?.some((shortcut) => matches(shortcut, press('KeyX', 'ط')))).toBe(true);
    expect(copy.shortcuts?.some((shortcut) => matches(shortcut, press('KeyC', 'ز')))).toBe(true);
    expect(paste.shortcuts?.some((shortcut) => matches(shortcut, press('KeyV', 'ر')))).toBe(true);
  });
});

const duplicate = (id: string, type: 'file' | 'directory', actions?: Decision[]): Duplicate => ({
  id,
  type,
  name: id,
  path: '/',
  directory_id: 'to',
  actions: actions ?? ['rename', 'replace', type === 'file' ? 'version' : 'merge', 'skip'],
});

describe('names that are taken', () => {
  const file = duplicate('a', 'file');
  const dir = duplicate('d', 'directory');
  const odd = duplicate('x', 'file', ['rename', 'skip']);

  it('lose nothing unless somebody says so', () => {
    expect(sensible(file)).toBe('rename');
    expect(sensible(dir)).toBe('merge');
    expect(sensible(odd)).toBe('rename');
  });

  it('have one choice for all, with its counterpart for the other kind', () => {
    expect(matchAction('version', dir)).toBe('merge');
    expect(matchAction('merge', file)).toBe('version');
    expect(matchAction('replace', odd)).toBeNull();
    const before = new Map<string, Decision>([['x', 'skip']]);
    expect([...forAll([file, dir, odd], before, 'merge')]).toEqual([
      ['a', 'version'],
      ['d', 'merge'],
      ['x', 'skip'],
    ]);
    expect(commonActions([odd])).toEqual(['rename', 'skip']);
    expect(commonActions([file, dir])).toEqual(['rename', 'version', 'merge', 'replace', 'skip']);
  });

  it('leave out what is skipped, and go on asking below a merge', () => {
    const chosen = selectionOf('s', [entry('a'), folder('d')]);
    const first = decide(
      undecided,
      [file, dir],
      new Map<string, Decision>([
        ['a', 'skip'],
        ['d', 'merge'],
      ]),
      null,
    );
    expect(toSend(chosen, first)).toEqual({
      chosen: { space_id: 's', file_ids: [], directory_ids: ['d'] },
      decided: { duplicates: [{ id: 'd', type: 'directory', action: 'merge' }] },
    });
    const below = duplicate('n', 'file');
    const second = decide(first, [below], new Map<string, Decision>([['n', 'skip']]), 'skip');
    expect(toSend(chosen, second).decided).toEqual({
      duplicates: [
        { id: 'd', type: 'directory', action: 'merge' },
        { id: 'n', type: 'file', action: 'skip' },
      ],
      all: 'skip',
    });
  });

  it('are decided anew when they come back', () => {
    const first = decide(undecided, [file], new Map([['a', 'version' as const]]), null);
    const second = decide(first, [file], new Map([['a', 'rename' as const]]), null);
    expect(second.each).toEqual([{ id: 'a', type: 'file', action: 'rename' }]);
  });
});

describe('a list that shows what is not yet so', () => {
  it('closes the gap over the edge of pages', () => {
    const pages = new Map([
      [1, page(0, PAGE_SIZE, 250)],
      [2, page(PAGE_SIZE, 50, 250)],
    ]);
    const next = withoutEntries(pages, ({ id }) => id === 'e0' || id === 'e5');
    expect(next?.get(1)?.entries).toHaveLength(PAGE_SIZE);
    expect(next?.get(1)?.entries.at(-1)?.id).toBe(`e${PAGE_SIZE + 1}`);
    expect(next?.get(2)?.entries).toHaveLength(48);
    expect(next?.get(1)?.total).toBe(248);
  });

  it('is left alone when nothing of it goes', () => {
    expect(withoutEntries(new Map([[1, page(0, 3, 3)]]), ({ id }) => id === 'z')).toBeNull();
    const same = page(0, 3, 3);
    expect(withChanged(same, (one) => one)).toBe(same);
    expect(withChanged(same, (one) => ({ ...one, favorite: true })).entries.every(({ favorite }) => favorite)).toBe(
      true,
    );
  });
});

describe('dragging', () => {
  const dragged = { spaceId: 's', entries: [entry('a'), folder('f')] };

  it('puts nothing into itself, nor to where it is', () => {
    expect(mayDrop(dragged, { kind: 'directory', directoryId: 'f' }, false)).toBe(false);
    expect(mayDrop(dragged, { kind: 'directory', directoryId: 'd0' }, false)).toBe(false);
    expect(mayDrop(dragged, { kind: 'directory', directoryId: 'd0' }, true)).toBe(true);
    expect(mayDrop(dragged, { kind: 'directory', directoryId: 'x' }, false)).toBe(true);
  });

  it('offers only what the person may do', () => {
    const readOnly = { spaceId: 's', entries: [entry('a', { permissions: rules(['read']) })] };
    expect(mayDrop(readOnly, { kind: 'directory', directoryId: 'x' }, false)).toBe(false);
    expect(mayDrop(readOnly, { kind: 'directory', directoryId: 'x' }, true)).toBe(true);
    expect(mayDrop(readOnly, { kind: 'trash' }, false)).toBe(false);
    expect(mayDrop(readOnly, { kind: 'favorites' }, false)).toBe(true);
  });
});

describe('words', () => {
  afterEach(() => setLang('fa-ir'));
  const trashed = {
    trashed_at: '2026-11-01T00:00:00Z',
    trashed_by: null,
    original_path: '/قراردادها/۱۴۰۵',
    original_directory_id: 'd',
    removed_at: null,
    days_left: 3,
  };

  it('say how long something stays in the trash', async () => {
    expect(daysLeftText(3)).toBe('۳ روز مانده');
    expect(daysLeftText(0)).toBe('امروز حذف می‌شود');
    await setLang('en-us');
    expect(daysLeftText(1)).toBe('1 day left');
    expect(daysLeftText(30)).toBe('30 days left');
  });

  it('say where it lay', () => {
    expect(originOf(trashed)).toBe('قراردادها / ۱۴۰۵');
    expect(originOf({ ...trashed, original_path: null })).toBe('پوشه‌اش دیگر وجود ندارد');
  });

  it('leave the ending of a name unchosen', () => {
    expect(stemLength('گزارش.pdf', 'file')).toBe(5);
    expect(stemLength('.profile', 'file')).toBe(8);
    expect(stemLength('a.b', 'directory')).toBe(3);
  });
});
