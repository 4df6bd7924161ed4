import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { forgetSpace, rememberSpace } from '~/api/known-spaces';
import type { Body } from '~/api/calls';
import type { Space } from '~/api/types';

type Look = Required<Body<'PUT storage/workspace/{space_id}/appearance'>>;

export const verifyTitle = (title: string, signal?: AbortSignal) =>
  api.post('storage/workspace/verify-title', { body: { title }, signal });

const remember = async (space: Space) => {
  await rememberSpace(space);
  return space;
};

/** Makes a workspace; `payment` is the paid order of its plan, where plans are sold. */
export async function createSpace(title: string, members: string[], payment: string | null) {
  const body = { title, members, ...(payment && { payment_id: payment }) };
  const space = await remember(await api.post('storage/workspace', { body }));
  if (payment) void changed.billing();
  return space;
}

export const renameSpace = async (space_id: string, title: string) =>
  remember(await api.put('storage/workspace/rename', { body: { space_id, title } }));

export const saveLook = async (spaceId: string, look: Partial<Look>) =>
  remember(await api.put('storage/workspace/{space_id}/appearance', { path: { space_id: spaceId }, body: look }));

export const saveAvatar = async (spaceId: string, image: Blob) =>
  remember(await api.put('storage/workspace/{space_id}/avatar', { path: { space_id: spaceId }, body: image }));

export const removeAvatar = async (spaceId: string) =>
  remember(await api.delete('storage/workspace/{space_id}/avatar', { path: { space_id: spaceId } }));

/** Saves who may join without an invitation, and the role they get. */
export const saveAccess = async (spaceId: string, access: Space['access'], role?: string) =>
  remember(
    await api.put('storage/workspace/{space_id}/access', {
      path: { space_id: spaceId },
      body: { access, ...(role && { default_role: role }) },
    }),
  );

export const saveSharing = async (spaceId: string, prevent: boolean) => {
  const settings = { prevent_sharing_non_members: prevent };
  const space = await remember(
    await api.put('storage/workspace/{space_id}/sharing-settings', { path: { space_id: spaceId }, body: settings }),
  );
  await changed.access(spaceId);
  return space;
};

/** Workspaces that everyone may join. */
export const listPublic = (query: string, cursor: string, signal: AbortSignal) =>
  api.get('storage/workspaces/public', {
    query: { query: query || undefined, cursor: cursor || undefined, limit: 50 },
    signal,
  });

export async function joinSpace(spaceId: string): Promise<void> {
  await api.post('storage/workspace/{space_id}/join', { path: { space_id: spaceId } });
  await changed.memberships();
}

/** The user has typed the title; the server checks it once more. */
export async function deleteSpace(spaceId: string, title: string) {
  await api.delete('storage/workspace/{space_id}', { path: { space_id: spaceId }, body: { title } });
  await forgetSpace(spaceId);
}
