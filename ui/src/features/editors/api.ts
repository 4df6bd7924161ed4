import { api } from '~/api/client';
import type { EditorOpened, EditorSaved } from '~/api/types';
import type { FilePlace } from './port';

const pathOf = ({ spaceId, directoryId, fileId }: FilePlace) => ({
  space_id: spaceId,
  directory_id: directoryId,
  file_id: fileId,
});

const base = 'editor/embedded/space/{space_id}/directory/{directory_id}/file/{file_id}' as const;

type Engine = EditorOpened['engine'];

export interface Asked {
  readonly place: FilePlace;
  readonly version?: string | undefined;
  readonly type?: string | undefined;
  /** The editor of the settings when absent. */
  readonly engine?: Engine | undefined;
  /** To read it, without taking the file. */
  readonly viewOnly?: boolean;
}

/** Of every editor: that the path names one is historical. */
export const openFile = ({ place, version, type, engine, viewOnly }: Asked): Promise<EditorOpened> =>
  api.get('editor/onlyoffice/space/{space_id}/directory/{directory_id}/file/{file_id}/open', {
    path: pathOf(place),
    query: {
      ...(version && { version_id: version }),
      ...(type && { editor_type: type }),
      ...(engine && { engine }),
      ...(viewOnly && { mode: 'view' }),
      ...(matchMedia('(max-width: 40rem)').matches && { device: 'phone' }),
    },
  });

export const takeOver = (place: FilePlace, engine?: Engine): Promise<EditorOpened> =>
  api.post(`${base}/take-over`, { path: pathOf(place), body: { ...(engine && { engine }) } });

/** The calls of an edit session to the server. */
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

/** Copies the current version beside the file, or into My Drive for those who may not add to its folder. */
export const copyFile = ({ spaceId, directoryId, fileId }: FilePlace) =>
  api.post('editor/copy', { body: { space_id: spaceId, directory_id: directoryId, file_id: fileId } });

export async function downloadFile(place: FilePlace): Promise<void> {
  const { url } = await api.get('download/space/{space_id}/directory/{directory_id}/file/{file_id}', {
    path: pathOf(place),
  });
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

/** Has the office server hand over what was typed so far. */
export const forceSave = (place: FilePlace, lease: string): Promise<unknown> =>
  api.post('editor/onlyoffice/space/{space_id}/directory/{directory_id}/file/{file_id}/force-save', {
    path: pathOf(place),
    body: { lease_id: lease },
  });

/** Makes a document of a present-day format beside one of an older format. */
export const convert = (place: FilePlace) =>
  api.post('editor/onlyoffice/space/{space_id}/directory/{directory_id}/file/{file_id}/convert', {
    path: pathOf(place),
  });

export interface SavedElsewhere {
  readonly fileType: string;
  readonly title: string;
  readonly url: string;
}

/** Stores a document that the office server made, in the folder of the open one. */
export const saveAs = ({ spaceId, directoryId }: FilePlace, from: string, made: SavedElsewhere) =>
  api.post('editor/onlyoffice/save-as', {
    body: {
      space_id: spaceId,
      directory_id: directoryId,
      from_file_name: from,
      file_name: made.title,
      file_type: made.fileType,
      url: made.url,
    },
  });
