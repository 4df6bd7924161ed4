import { describe, expect, it } from 'vitest';
import type { Permission } from '~/api/types';
import type { ActionContext } from './action';
import { downloadLink, uploadBox } from './links';
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

describe('a download link', () => {
  it('is offered to who may make one, of every thing that is chosen', () => {
    expect(downloadLink.applies(on([entry('file', both)]))).toBe(true);
    expect(downloadLink.applies(on([entry('file', []), entry('directory', both)]))).toBe(false);
    expect(downloadLink.applies(on([entry('file', [], both), entry('directory', both)]))).toBe(true);
    expect(downloadLink.applies(on([]))).toBe(false);
  });

  it('is not offered in the trash', () => {
    expect(downloadLink.applies(on([entry('file', both)], { listKind: 'trash' }))).toBe(false);
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
