import { useQuery } from '@tanstack/react-query';
import { api } from './client';
import { keyOf } from './keys';
import type { Permission } from './types';

export const permissionsQuery = (spaceId: string) => ({
  queryKey: keyOf('permissions', spaceId),
  queryFn: async () =>
    (await api.get('role/v1/space/{space_id}/permissions', { path: { space_id: spaceId } })).permissions,
  staleTime: 60_000,
});

/** The user's rights in a workspace; they replace those of the workspace before. None without a workspace. */
export const usePermissions = (spaceId: string) => useQuery({ ...permissionsQuery(spaceId), enabled: spaceId !== '' });

/** For hiding actions; the server decides. A rule with conditions counts only where they are met. */
export function can(
  permissions: readonly Permission[] | undefined,
  action: string,
  subject: string,
  where: Record<string, string> = {},
): boolean {
  return (permissions ?? []).some(
    (permission) =>
      (permission.action === action || permission.action === 'manage') &&
      (permission.subject === subject || permission.subject === 'all') &&
      Object.entries(permission.conditions ?? {}).every(
        ([name, value]) => where[name] === undefined || where[name] === value,
      ),
  );
}
