import { describe, expect, it } from 'vitest';
import { keyOf } from '~/api/keys';
import { queryClient } from '~/api/query';
import type { Permission } from '~/api/types';
import type { ActionContext } from './action';
import { share, uploadBox } from './share';
import type { Entry } from '../listing/entry';

const may = (...subjects: string[]): Permission[] => subjects.map((subject) => ({ action: 'create', subject }));

const entry = (kind: Entry['kind'], inherited: Permission[], permissions: Permission[] = []) =>
  ({ kind, id: 'x', name: 'x', directoryId: 'd', permissions, inherited, trashed: null }) as unknown as Entry;

const on = (entries: Entry[], more: Partial<ActionContext> = {}) =>
  ({
    listKind: 'directory',
    place: { spaceId: 's', my: false },
    directory: { directory_id: 'd', name: '', current_permissions: [] },
    entries,
    count: entries.length,
    ...more,
  }) as unknown as ActionContext;

const both = may('download_link', 'box_link');

describe('sharing', () => {
  it('is offered to users who may make a link of every chosen entry', () => {
    expect(share.applies(on([entry('file', both)]))).toBe(true);
    expect(share.applies(on([entry('file', []), entry('directory', both)]))).toBe(false);
    expect(share.applies(on([entry('file', [], both), entry('directory', both)]))).toBe(true);
    expect(share.applies(on([]))).toBe(false);
  });

  it('is offered on one entry to users who may add people, and to nobody else', () => {
    const readable = entry('file', [{ action: 'read', subject: 'file' }]);
    expect(share.applies(on([readable]))).toBe(false);
    queryClient.setQueryData(keyOf('workspaces'), [{ space_id: 's' }]);
    expect(share.applies(on([readable], { place: { spaceId: 's', my: true } }))).toBe(true);
    expect(share.applies(on([readable, readable], { place: { spaceId: 's', my: true } }))).toBe(false);
  });

  it('is not offered in the trash, nor in the view of another member', () => {
    expect(share.applies(on([entry('file', both)], { listKind: 'trash' }))).toBe(false);
    const place = { spaceId: 's', my: false, viewAs: 'u' } as unknown as ActionContext['place'];
    expect(share.applies(on([entry('file', both)], { place }))).toBe(false);
  });
});

describe('an upload box', () => {
  it('is offered on one folder, or on the one that is shown', () => {
    expect(uploadBox.applies(on([entry('directory', both)]))).toBe(true);
    expect(uploadBox.applies(on([entry('file', both)]))).toBe(false);
    expect(uploadBox.applies(on([entry('directory', both), entry('directory', both)]))).toBe(false);
    expect(uploadBox.applies(on([entry('directory', may('download_link'))]))).toBe(false);
    const shown = { directory_id: 'd', name: '', current_permissions: both } as unknown as ActionContext['directory'];
    expect(uploadBox.applies(on([], { directory: shown }))).toBe(true);
    expect(uploadBox.applies(on([]))).toBe(false);
  });
});
