import { api } from '~/api/client';
import { Fault } from '~/api/fault';
import type { Listing } from '~/api/types';
import { notifyLanded } from './upload-events';
import type { Target } from './client-upload';

/** Makes folders that hold nothing; the others come into being with their files. Answers their ids by path. */
export async function makeFolders(target: Target, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const ids = new Map([['', target.directoryId]]);
  for (const path of paths) {
    const steps = path.split('/');
    for (let depth = 1; depth <= steps.length; depth++) {
      const here = steps.slice(0, depth).join('/');
      const parent = ids.get(steps.slice(0, depth - 1).join('/'));
      if (ids.has(here) || !parent) continue;
      ids.set(here, await makeFolder(target.spaceId, parent, steps[depth - 1] ?? ''));
    }
  }
  notifyLanded(target);
  return ids;
}

/** The folder of that name, made when it is missing. */
async function makeFolder(spaceId: string, parentId: string, name: string): Promise<string> {
  try {
    const made = await api.post('storage/space/{space_id}/directory', {
      path: { space_id: spaceId },
      body: { parent_id: parentId, directory_name: name },
    });
    return made.directory_id;
  } catch (error) {
    if (!(error instanceof Fault) || error.key !== 'duplicate_field') throw error;
    return findFolder(spaceId, parentId, name);
  }
}

async function findFolder(spaceId: string, parentId: string, name: string): Promise<string> {
  let cursor: string | undefined;
  do {
    const page: Listing = await api.get('storage/space/{space_id}/directory/{directory_id}', {
      path: { space_id: spaceId, directory_id: parentId },
      query: { sort: 'name:1', limit: 1000, cursor },
    });
    const found = page.directories.find((directory) => isSameName(directory.name, name));
    if (found) return found.directory_id;
    cursor = page.files.length === 0 ? (page.page_info.next ?? undefined) : undefined;
  } while (cursor);
  throw new Error(`no folder of the name ${name} where the server says there is one`);
}

/** Names are equal after folding case and the Arabic and Persian variants of letters. */
const isSameName = (a: string, b: string) => foldName(a) === foldName(b);

const foldName = (name: string) =>
  name.normalize('NFC').toLowerCase().replaceAll('ي', 'ی').replaceAll('ى', 'ی').replaceAll('ك', 'ک');
