import { useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import { queryClient } from '~/api/query';
import type { CustomRole, Permission, RoleView, TargetView } from '~/api/types';

export type Target = Pick<TargetView, 'target_id' | 'target_type'>;

const base = (spaceId: string) => `role/v1/space/${spaceId}`;

/** What a custom role may hold. */
export const useAssignable = () =>
  useQuery({
    queryKey: ['assignable'],
    queryFn: async () => (await api.get<{ permissions: Permission[] }>('role/v1/permissions')).permissions,
    staleTime: Infinity,
  });

/** All roles of a workspace with what they may do, the built-in ones first. */
export const useRoles = (spaceId: string) =>
  useQuery({
    queryKey: ['roles', spaceId, 'all'],
    queryFn: async () => (await api.get<{ roles: RoleView[] }>(base(spaceId))).roles,
  });

/** The custom roles with their people and places. */
export const useCustomRoles = (spaceId: string) =>
  useQuery({
    queryKey: ['roles', spaceId, 'custom'],
    queryFn: async () => (await api.get<{ roles: CustomRole[] }>(`${base(spaceId)}/custom-role`)).roles,
  });

async function refreshRoles(spaceId: string): Promise<void> {
  await Promise.all(
    ['roles', 'members', 'access'].map((kind) => queryClient.invalidateQueries({ queryKey: [kind, spaceId] })),
  );
}

export interface RoleDraft {
  name: string;
  permissions: Permission[];
  emails: string[];
  targets: TargetView[];
}

const idsOf = (targets: readonly Target[]): Target[] =>
  targets.map(({ target_id, target_type }) => ({ target_id, target_type }));

const same = (a: readonly string[], b: readonly string[]) => [...a].sort().join() === [...b].sort().join();

export async function createRole(spaceId: string, draft: RoleDraft): Promise<void> {
  await api.post(`${base(spaceId)}/custom-role`, { ...draft, targets: idsOf(draft.targets) });
  await refreshRoles(spaceId);
}

/** Sends what is different: name and permissions, then people, then places. */
export async function changeRole(spaceId: string, role: CustomRole, draft: RoleDraft): Promise<void> {
  const path = `${base(spaceId)}/custom-role/${role.role_id}`;
  const { name, permissions, emails } = draft;
  try {
    await api.put(path, { name, permissions });
    if (
      !same(
        emails,
        role.members.map(({ email }) => email),
      )
    )
      await api.put(`${path}/members`, { emails });
    const ids = (targets: readonly Target[]) => targets.map(({ target_id: id }) => id);
    if (!same(ids(draft.targets), ids(role.targets))) {
      await api.put(`${path}/targets`, { targets: idsOf(draft.targets) });
    }
  } finally {
    await refreshRoles(spaceId);
  }
}

export async function deleteRole(spaceId: string, roleId: string): Promise<void> {
  await api.delete(`${base(spaceId)}/custom-role/${roleId}`);
  await refreshRoles(spaceId);
}
