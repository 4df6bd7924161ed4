import { useQuery } from '@tanstack/react-query';
import { api } from './client';
import { keyOf } from './keys';
import type { GuestSpace, Space } from './types';

export const spacesQuery = {
  queryKey: keyOf('workspaces'),
  queryFn: async () => (await api.get('storage/workspaces')).workspaces,
};

/** All workspaces of the user. */
export const useSpaces = () => useQuery(spacesQuery);

const guestSpacesQuery = {
  queryKey: keyOf('guest-workspaces'),
  queryFn: async () => (await api.get('storage/guest-workspaces')).workspaces,
  staleTime: 60_000,
};

/** Workspaces in which the user is a guest, with the items shared with them. */
export const useGuestSpaces = () => useQuery(guestSpacesQuery);

/** A workspace as a guest knows it: its name and its colours, and no roots. */
const asSpace = (known: GuestSpace): Space => ({
  ...known,
  space_name: known.title,
  directory_id: '',
  root_directory_id: '',
  trash_id: '',
  trash_root_directory_id: '',
  my_root_directory_id: '',
  my_trash_directory_id: '',
  quota: [],
  prevent_sharing_non_members: true,
  guest: true,
  plan_ends_at: null,
  locked: false,
  plan: null,
  access: 'private',
  plan_owner: '',
  default_role: 'viewer',
  member_count: 0,
  role: 'no_role',
  created_at: '',
});

/** One workspace that the user is a member or a guest of; undefined while loading or when it is not theirs. */
export function useSpace(spaceId: string): Space | undefined {
  const own = useQuery({ ...spacesQuery, select: (spaces) => spaces.find((space) => space.space_id === spaceId) });
  const guest = useQuery({
    ...guestSpacesQuery,
    enabled: own.isSuccess && !own.data,
    select: (spaces) => {
      const found = spaces.find((space) => space.space_id === spaceId);
      return found ? asSpace(found) : null;
    },
  });
  return own.data ?? guest.data ?? undefined;
}

/** Bytes used, and the limit: null when only the disk is one, which others fill too. */
export function storageOf(space: Space): { used: number; total: number | null } {
  const quota = space.quota.find((entry) => entry.quota_type === 'max_storage_size');
  return { used: quota?.used ?? 0, total: quota?.limit ?? null };
}
