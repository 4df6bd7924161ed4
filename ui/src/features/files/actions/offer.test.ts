import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { keyOf } from '~/api/keys';
import { queryClient } from '~/api/query';
import type { Directory, Permission } from '~/api/types';
import type { MenuAction } from '~/kit/menu-items';
import type { Entry } from '../listing/entry';
import { setClipboard } from '../operations/clipboard';
import type { Action, ActionContext } from './action';
import { actions } from './action-list';
import { offerOf } from './offer';
import { everything, sampleContext, sampleEntry } from './samples';
import { listWorkingKeys } from './working-keys';

const file = sampleEntry('file', 'گزارش.docx');
const folder = sampleEntry('directory', 'پوشه');
const trashed = sampleEntry('file', 'دور.txt', { trashed: {} as Entry['trashed'] });

/** Among them there is one in which each action applies. */
const contexts = () => [
  sampleContext([]),
  sampleContext([], { view: { kind: 'grid', details: false } as unknown as ActionContext['view'] }),
  sampleContext([file]),
  sampleContext([sampleEntry('file', 'نشان.zip', { favorite: true })]),
  sampleContext([folder]),
  sampleContext([file, folder]),
  sampleContext([sampleEntry('file', 'الف.txt')], { listKind: 'recents' }),
  sampleContext([], { listKind: 'trash' }),
  sampleContext([trashed], { listKind: 'trash' }),
];

beforeEach(() => {
  queryClient.setQueryData(keyOf('workspaces'), [{ space_id: 's' }]);
  queryClient.setQueryData(keyOf('permissions', 's'), everything);
  queryClient.setQueryData(keyOf('engines'), [{ engine: 'embedded', extensions: ['docx'], default_for: ['docx'] }]);
  setClipboard({
    items: [{ target: 'z', type: 'FILE', operation: 'COPY', spaceId: 's', directoryId: 'e', name: 'z' } as never],
    whole: null,
  });
});

// Other tests share the store.
afterAll(() => queryClient.clear());

const ids = (some: readonly MenuAction[]) => some.map(({ id }) => id);

describe('what the command palette offers of files', () => {
  it('is all that applies, in the order of the list, and nothing else', () => {
    for (const now of contexts()) {
      const { chosen, here } = offerOf(now);
      const order = actions.map(({ id }) => id);
      const offered = new Set([...ids(chosen), ...ids(here)]);
      expect(offered).toEqual(new Set(actions.filter((action) => action.applies(now)).map(({ id }) => id)));
      for (const part of [ids(chosen), ids(here)])
        expect(part).toEqual(part.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)));
    }
  });

  it('has every action of the files area somewhere', () => {
    const modules = import.meta.glob<Record<string, unknown>>(['./*.ts', '!./*.test.ts', '!./samples.ts'], {
      eager: true,
    });
    const declared = Object.entries(modules)
      .flatMap(([, module]) => Object.values(module))
      .filter((value): value is Action => typeof value === 'object' && value !== null && 'places' in value);
    expect(declared.length).toBeGreaterThan(35);
    const offered = new Set(contexts().flatMap((now) => [...ids(offerOf(now).chosen), ...ids(offerOf(now).here)]));
    // Each with its reason.
    const elsewhere: Readonly<Record<string, string>> = {
      undo: 'applies only for some seconds after an act',
    };
    expect(declared.map(({ id }) => id).filter((id) => !offered.has(id) && !(id in elsewhere))).toEqual([]);
  });

  it('names what is chosen, and parts it from what the folder can', () => {
    const { name, count, chosen, here } = offerOf(sampleContext([file]));
    expect({ name, count }).toEqual({ name: 'گزارش.docx', count: 1 });
    expect(ids(chosen)).toContain('rename');
    expect(ids(here)).toContain('new-folder');
    expect(offerOf(sampleContext([file, folder])).name).toBeUndefined();
    expect(offerOf(sampleContext([])).chosen).toEqual([]);
  });
});

const keysOf = (now: ActionContext, entries: Entry[]) => listWorkingKeys(now, entries).map(({ action }) => action.id);

describe('the keys that work', () => {
  it('are those of the list and of its entries', () => {
    const full = keysOf(sampleContext([]), [file, folder]);
    for (const id of ['open', 'rename', 'trash', 'cut', 'copy', 'paste', 'new-folder', 'undo', 'shortcuts'])
      expect(full, id).toContain(id);
    const empty = keysOf(sampleContext([], { total: 0 }), []);
    expect(empty).not.toContain('rename');
    expect(empty).toContain('new-folder');
  });

  it('are fewer for who may only read', () => {
    const read: Permission[] = [{ action: 'read', subject: 'file' }];
    const directory = { directory_id: 'd', parent_id: 'r', current_permissions: read } as unknown as Directory;
    const keys = keysOf(sampleContext([], { directory }), [sampleEntry('file', 'سند.txt', { permissions: read })]);
    expect(keys).toContain('download');
    for (const id of ['rename', 'trash', 'cut', 'paste', 'new-folder', 'upload-files'])
      expect(keys, id).not.toContain(id);
  });

  it('stand there once', () => {
    const named = listWorkingKeys(sampleContext([]), [file, folder]).flatMap(({ keys }) => keys.slice(0, 1));
    expect(named).toHaveLength(new Set(named).size);
  });
});
