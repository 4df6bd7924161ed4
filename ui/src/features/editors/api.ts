import { api } from '~/api/client';
import type { EditorOpened, EditorSaved } from '~/api/types';
import type { FilePlace } from './port';

const pathOf = ({ spaceId, directoryId, fileId }: FilePlace) => ({
  space_id: spaceId,
  directory_id: directoryId,
  file_id: fileId,
});

const base = 'editor/embedded/space/{space_id}/directory/{directory_id}/file/{file_id}' as const;

export interface Asked {
  readonly place: FilePlace;
  readonly version?: string | undefined;
  readonly type?: string | undefined;
  /** To read it, without taking the file. */
  readonly look?: boolean;
}

export const openFile = ({ place, version, type, look }: Asked): Promise<EditorOpened> =>
  api.get('editor/onlyoffice/space/{space_id}/directory/{directory_id}/file/{file_id}/open', {
    path: pathOf(place),
    query: {
      ...(version && { version_id: version }),
      ...(type && { editor_type: type }),
      ...(look && { mode: 'view' }),
      ...(matchMedia('(max-width: 40rem)').matches && { device: 'phone' }),
    },
  });

export const takeOver = (place: FilePlace): Promise<EditorOpened> =>
  api.post(`${base}/take-over`, { path: pathOf(place), body: {} });

/** What a sitting asks of the server. */
export interface Calls {
  readonly ping: (place: FilePlace, lease: string) => Promise<unknown>;
  readonly save: (place: FilePlace, lease: string, version: string, body: Blob) => Promise<EditorSaved>;
  readonly close: (place: FilePlace, lease: string) => Promise<unknown>;
}

export const calls: Calls = {
  ping: (place, lease) => api.post(`${base}/ping`, { path: pathOf(place), body: { lease_id: lease } }),
  save: (place, lease, version, body) =>
    api.post(`${base}/save`, { path: pathOf(place), query: { lease_id: lease, base_version_id: version }, body }),
  close: (place, lease) => api.post(`${base}/close`, { path: pathOf(place), body: { lease_id: lease } }),
};

export async function downloadFile(place: FilePlace): Promise<void> {
  const { url } = await api.get('download/space/{space_id}/directory/{directory_id}/file/{file_id}', {
    path: pathOf(place),
  });
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
