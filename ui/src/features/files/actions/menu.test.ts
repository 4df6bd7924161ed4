import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyOf } from '~/api/keys';
import { queryClient } from '~/api/query';
import type { Permission } from '~/api/types';
import { setLang } from '~/i18n';
import type { MenuAction, MenuEntry } from '~/kit/menu-items';
import { setClipboard } from '../operations/clipboard';
import type { Entry } from '../listing/entry';
import type { ActionContext } from './action';
import { actionsFor, menuFor } from './action-list';
import { everything, sampleContext, sampleEntry } from './samples';

const MOST = 9;

const read: Permission[] = [
  { action: 'read', subject: 'all' },
  { action: 'create', subject: 'download_link' },
];
const document = sampleEntry('file', 'گزارش.docx');
const archive = sampleEntry('file', 'عکس‌ها.zip');
const folder = sampleEntry('directory', 'پوشه');
const trashed = sampleEntry('file', 'دور.txt', { trashed: {} as Entry['trashed'] });
const shared = { permissions: read };
const guest = { spaceId: 'other', my: false, directoryId: 'd' };

const contexts: Readonly<Record<string, () => ActionContext>> = {
  'a file': () => sampleContext([sampleEntry('file', 'نمودار.png')]),
  'a document': () => sampleContext([document]),
  'an archive': () => sampleContext([archive]),
  'a folder': () => sampleContext([folder]),
  'several files': () => sampleContext([document, archive]),
  'files and folders': () => sampleContext([document, folder]),
  'a recent document': () => sampleContext([document], { listKind: 'recents' }),
  'a favorite archive': () =>
    sampleContext([sampleEntry('file', 'a.zip', { favorite: true })], { listKind: 'favorites' }),
  'in the trash': () => sampleContext([trashed], { listKind: 'trash' }),
  'several in the trash': () => sampleContext([trashed, trashed], { listKind: 'trash' }),
  'a file shared with me': () => sampleContext([sampleEntry('file', 'b.docx', shared)], { place: guest }),
  'a folder shared with me': () => sampleContext([sampleEntry('directory', 'b', shared)], { place: guest }),
};

const actionsIn = (entries: readonly MenuEntry[]) => entries.filter((entry) => entry !== 'separator');
/** The ids of actions on all levels; the preview may stand among the programs that open a file. */
const idsIn = (entries: readonly MenuEntry[]): string[] =>
  actionsIn(entries).flatMap(({ id, items = [] }) => {
    if (id !== 'open-with') return items.length > 0 ? idsIn(items) : [id];
    return actionsIn(entries).some((entry) => entry.id === 'preview') ? [id] : [id, 'preview'];
  });

beforeEach(() => {
  queryClient.setQueryData(keyOf('workspaces'), [{ space_id: 's' }]);
  queryClient.setQueryData(keyOf('permissions', 's'), everything);
  queryClient.setQueryData(keyOf('engines'), [{ engine: 'embedded', extensions: ['docx'], default_for: ['docx'] }]);
  setClipboard({
    items: [{ target: 'z', type: 'FILE', operation: 'COPY', spaceId: 's', directoryId: 'e', name: 'z' } as never],
    whole: null,
  });
});

// Other tests share the stores.
afterAll(() => queryClient.clear());

describe.each(['fa-ir', 'en-us'] as const)('the menu of entries in %s', (lang) => {
  beforeEach(() => setLang(lang));
  afterEach(() => setLang('fa-ir'));

  it.each(Object.entries(contexts))('has at most nine entries and all actions: %s', (_, make) => {
    const now = make();
    const menu = menuFor('item', now);
    const first = actionsIn(menu);
    expect(first.length, first.map(({ label }) => label).join(' · ')).toBeLessThanOrEqual(MOST);
    expect(idsIn(menu).toSorted()).toEqual(
      actionsFor('item', now)
        .map(({ id }) => id)
        .toSorted(),
    );
    expect(new Set(first.map(({ label }) => label)).size).toBe(first.length);
  });

  it('has no submenu of one entry, and no line at its ends', () => {
    for (const make of Object.values(contexts)) {
      const menu = menuFor('item', make());
      for (const part of [menu, ...actionsIn(menu).flatMap(({ items }) => (items ? [items] : []))]) {
        expect(part.length).toBeGreaterThan(1);
        expect([part[0], part.at(-1)]).not.toContain('separator');
      }
    }
  });

  it('offers details, sharing and deletion at first sight', () => {
    for (const name of ['a file', 'a document', 'a folder', 'files and folders']) {
      const make = contexts[name];
      const first = actionsIn(make ? menuFor('item', make()) : []).map(({ id }: MenuAction) => id);
      expect(first).toEqual(expect.arrayContaining(['share', 'details', 'trash', 'arrange', 'more']));
    }
  });
});
