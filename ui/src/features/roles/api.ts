import { useQuery } from '@tanstack/react-query';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import type { CustomRole, Permission, TargetView } from '~/api/types';

type Target = Pick<TargetView, 'target_id' | 'target_type'>;

const role = 'role/v1/space/{space_id}/custom-role/{role_id}';

/** The permissions that a custom role can have. */
export const useAssignable = () =>
  useQuery({
    queryKey: keyOf('assignable'),
    queryFn: async () => (await api.get('role/v1/permissions')).permissions,
    staleTime: Infinity,
  });

/** All roles of a workspace with their permissions, the built-in ones first. */
export const useRoles = (spaceId: string) =>
  useQuery({
    queryKey: keyOf('roles', spaceId, 'all'),
    queryFn: async () => (await api.get('role/v1/space/{space_id}', { path: { space_id: spaceId } })).roles,
  });

/** The custom roles with their people and places. */
export const useCustomRoles = (spaceId: string) =>
  useQuery({
    queryKey: keyOf('roles', spaceId, 'custom'),
    queryFn: async () => (await api.get('role/v1/space/{space_id}/custom-role', { path: { space_id: spaceId } })).roles,
  });

export interface RoleDraft {
  name: string;
  permissions: Permission[];
  emails: string[];
  targets: TargetView[];
}

const idsOf = (targets: readonly Target[]): Target[] =>
  targets.map(({ target_id, target_type }) => ({ target_id, target_type }));

const areSame = (a: readonly string[], b: readonly string[]) => [...a].sort().join() === [...b].sort().join();

export async function createRole(spaceId: string, draft: RoleDraft): Promise<void> {
  await api.post('role/v1/space/{space_id}/custom-role', {
    path: { space_id: spaceId },
    body: { ...draft, targets: idsOf(draft.targets) },
  });
  await changed.roles(spaceId);
}

/** Sends the differences: name and permissions, then people, then places. */
export async function changeRole(spaceId: string, before: CustomRole, draft: RoleDraft): Promise<void> {
  const path = { space_id: spaceId, role_id: before.role_id };
  const { name, permissions, emails } = draft;
  try {
    await api.put(role, { path, body: { name, permissions } });
    if (
      !areSame(
        emails,
        before.members.map(({ email }) => email),
      )
    )
      await api.put(`${role}/members`, { path, body: { emails } });
    const ids = (targets: readonly Target[]) => targets.map(({ target_id: id }) => id);
    if (!areSame(ids(draft.targets), ids(before.targets))) {
      await api.put(`${role}/targets`, { path, body: { targets: idsOf(draft.targets) } });
    }
  } finally {
    await changed.roles(spaceId);
  }
}

export async function deleteRole(spaceId: string, roleId: string): Promise<void> {
  await api.delete(role, { path: { space_id: spaceId, role_id: roleId } });
  await changed.roles(spaceId);
}
