import { useQuery } from '@tanstack/react-query';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import type { Guest } from '~/api/types';
import { Fault } from '~/api/fault';

/** Something that is shared. */
export interface Shared {
  readonly spaceId: string;
  readonly id: string;
  readonly kind: 'directory' | 'file';
  /** The directory it lies in. */
  readonly directoryId: string;
  readonly name: string;
}

const guests = 'role/v1/space/{space_id}/guest-users';

/** Everyone with access to an item, and why. Null when the user may not know. */
export const useAccess = ({ spaceId, id }: Shared) =>
  useQuery({
    queryKey: keyOf('access', spaceId, id),
    queryFn: async ({ signal }) => {
      try {
        return await api.get('role/v1/space/{space_id}/targets/{target_id}/access', {
          path: { space_id: spaceId, target_id: id },
          signal,
        });
      } catch (error) {
        if (error instanceof Fault && error.status === 403) return null;
        throw error;
      }
    },
  });

export const useExposure = (spaceId: string) =>
  useQuery({
    queryKey: keyOf('exposure', spaceId),
    queryFn: () => api.get('role/v1/space/{space_id}/exposure', { path: { space_id: spaceId } }),
  });

interface Invitation {
  emails: readonly string[];
  role: string;
  message: string;
}

export async function addGuests(item: Shared, { emails, role, message }: Invitation): Promise<Guest[]> {
  const added = await api.post(guests, {
    path: { space_id: item.spaceId },
    body: {
      emails,
      role_id: role,
      targets: [{ target_id: item.id, target_type: item.kind === 'directory' ? 'folder' : 'file' }],
      ...(message.trim() && { message: message.trim() }),
    },
  });
  await changed.access(item.spaceId);
  return added.guests;
}

/** A link for a guest who waits, to hand the invitation over; the one before ends. */
export const makeGuestLink = async (spaceId: string, id: string): Promise<string> =>
  (await api.post(`${guests}/{role_id}/invitation/link`, { path: { space_id: spaceId, role_id: id } })).url;

/** Mails the invitation of a guest who waits once more. */
export const resendGuestInvitation = (spaceId: string, id: string): Promise<void> =>
  api.post(`${guests}/{role_id}/invitation/mail`, { path: { space_id: spaceId, role_id: id } });

export async function changeGuest(spaceId: string, id: string, role: string): Promise<void> {
  await api.put(guests, { path: { space_id: spaceId }, body: { role_ids: [id], role_id: role } });
  await changed.access(spaceId);
}

export async function removeGuest(spaceId: string, id: string): Promise<void> {
  await api.delete(guests, { path: { space_id: spaceId }, body: { role_ids: [id] } });
  await changed.access(spaceId);
}

export async function removeLink(spaceId: string, id: string): Promise<void> {
  await api.delete('download/space/{space_id}/links', { path: { space_id: spaceId }, body: { download_id: id } });
  await changed.access(spaceId);
}

/** A box belongs to the directory that it fills. */
export async function removeBox(spaceId: string, directoryId: string, id: string): Promise<void> {
  await api.delete('upload/space/{space_id}/directory/{directory_id}/box-link', {
    path: { space_id: spaceId, directory_id: directoryId },
    body: { upload_id: id },
  });
  await changed.access(spaceId);
}

/** Only members reach the file again. */
export async function closeFile(spaceId: string, directoryId: string, fileId: string): Promise<void> {
  await api.put('storage/space/{space_id}/directory/{directory_id}/file/{file_id}/acl', {
    path: { space_id: spaceId, directory_id: directoryId, file_id: fileId },
    body: { status: 'private' },
  });
  await Promise.all([changed.access(spaceId), changed.files(spaceId, directoryId)]);
}

/** The rights of another member on an item. */
export const useViewAs = (spaceId: string, id: string, userId: string) =>
  useQuery({
    queryKey: keyOf('access', spaceId, id, 'as', userId),
    queryFn: () =>
      api.get('role/v1/space/{space_id}/targets/{target_id}/view-as/{user_id}', {
        path: { space_id: spaceId, target_id: id, user_id: userId },
      }),
    enabled: userId !== '',
  });
