import { changed } from './changed';
import { keyOf } from './keys';
import { queryClient } from './query';
import type { Space } from './types';

/** The workspaces of the user, as far as they have been read. */
export const knownSpaces = (): readonly Space[] => queryClient.getQueryData<Space[]>(keyOf('workspaces')) ?? [];

export const knownSpace = (spaceId: string) => knownSpaces().find(({ space_id: id }) => id === spaceId);

const rewrite = (change: (spaces: Space[]) => Space[]) =>
  queryClient.setQueryData<Space[]>(keyOf('workspaces'), (spaces) => spaces && change(spaces));

/** Puts a workspace into the list at once, and reads the list again in case it is new. */
export function rememberSpace(space: Space): Promise<void> {
  rewrite((spaces) => spaces.map((known) => (known.space_id === space.space_id ? space : known)));
  return changed.spaces();
}

/** Takes a workspace out of the list. */
export function forgetSpace(spaceId: string): Promise<void> {
  rewrite((spaces) => spaces.filter(({ space_id: id }) => id !== spaceId));
  return changed.spaces();
}
