import { api } from '~/api/client';
import { queryClient } from '~/api/query';
import { rememberSpace, spacesKey } from '~/api/spaces';
import type { PageInfo, PublicSpace, Space } from '~/api/types';

export interface Look {
  organization_title: string;
  primary_color: string;
  secondary_color: string;
}

export const verifyTitle = (title: string, signal?: AbortSignal) =>
  api.post('storage/workspace/verify-title', { title }, { signal });

const remember = async (space: Space) => {
  await rememberSpace(space);
  return space;
};

export const createSpace = async (title: string) => remember(await api.post<Space>('storage/workspace', { title }));

export const renameSpace = async (space_id: string, title: string) =>
  remember(await api.put<Space>('storage/workspace/rename', { space_id, title }));

export const saveLook = async (spaceId: string, look: Partial<Look>) =>
  remember(await api.put<Space>(`storage/workspace/${spaceId}/appearance`, look));

export const saveAvatar = async (spaceId: string, image: Blob) =>
  remember(await api.put<Space>(`storage/workspace/${spaceId}/avatar`, image));

export const removeAvatar = async (spaceId: string) =>
  remember(await api.delete<Space>(`storage/workspace/${spaceId}/avatar`));

/** Who may join by themselves, and what they may do then. */
export const saveAccess = async (spaceId: string, access: string, role?: string) =>
  remember(
    await api.put<Space>(`storage/workspace/${spaceId}/access`, { access, ...(role && { default_role: role }) }),
  );

export const saveSharing = async (spaceId: string, prevent: boolean) => {
  const settings = { prevent_sharing_non_members: prevent };
  const space = await remember(await api.put<Space>(`storage/workspace/${spaceId}/sharing-settings`, settings));
  await queryClient.invalidateQueries({ queryKey: ['access', spaceId] });
  await queryClient.invalidateQueries({ queryKey: ['exposure', spaceId] });
  return space;
};

/** Workspaces that anybody may join. */
export const listPublic = (query: string, cursor: string, signal: AbortSignal) =>
  api.get<{ workspaces: PublicSpace[]; page_info: PageInfo }>('storage/workspaces/public', {
    query: { query: query || undefined, cursor: cursor || undefined, limit: 50 },
    signal,
  });

export async function joinSpace(spaceId: string): Promise<void> {
  await api.post<Space>(`storage/workspace/${spaceId}/join`);
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: spacesKey }),
    queryClient.invalidateQueries({ queryKey: ['public-workspaces'] }),
    queryClient.invalidateQueries({ queryKey: ['guest-workspaces'] }),
  ]);
}

/** The title is typed by the person, and checked by the server once more. */
export async function deleteSpace(spaceId: string, title: string) {
  await api.delete(`storage/workspace/${spaceId}`, { title });
  queryClient.setQueryData<Space[]>(spacesKey, (spaces) => spaces?.filter((space) => space.space_id !== spaceId));
  await queryClient.invalidateQueries({ queryKey: spacesKey });
}
