import type { Permission } from '~/api/types';
import type { Entry } from '../listing/entry';
import type { ActionContext } from './action';

/** Of tests: what an owner may do. */
export const everything: Permission[] = [{ action: 'manage', subject: 'all' }];

/** An entry as a list has it, that its reader may do everything with unless `more` says less. */
export const sampleEntry = (kind: Entry['kind'], name: string, more: Partial<Entry> = {}) =>
  ({
    kind,
    id: name,
    name,
    directoryId: 'd',
    permissions: everything,
    inherited: [],
    trashed: null,
    favorite: false,
    path: null,
    ...more,
  }) as unknown as Entry;

/** A folder with `entries` chosen. */
export const sampleContext = (entries: Entry[], more: Partial<ActionContext> = {}) =>
  ({
    listKind: 'directory',
    place: { spaceId: 's', my: false, directoryId: 'd' },
    directory: { directory_id: 'd', parent_id: 'r', name: 'x', files_count: 2, current_permissions: everything },
    entries,
    count: entries.length,
    total: 3,
    view: { kind: 'list', details: false },
    path: [{ directory_id: 'd', name: '' }],
    commands: {},
    ...more,
  }) as unknown as ActionContext;
