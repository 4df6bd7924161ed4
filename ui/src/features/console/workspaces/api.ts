import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Body } from '~/api/calls';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import type { AdminPlanChoice, AdminWorkspace, AdminWorkspacePage } from '~/api/types.gen';

export type Workspace = AdminWorkspace;
export type WorkspaceDetails = AdminWorkspacePage;

export const filters = ['', 'ending', 'ended', 'full', 'frozen', 'deleted'] as const;
export type SpacesFilter = (typeof filters)[number];
export const isSpacesFilter = (text: string | null): text is SpacesFilter => filters.some((filter) => filter === text);

/** The lists that are ordered by the end of the plan. They exist only while plans are sold. */
export const isByEnd = (filter: SpacesFilter) => filter === 'ending' || filter === 'ended';

export const useWorkspaces = (filter: SpacesFilter, plan: string, query: string) =>
  useInfiniteQuery({
    queryKey: keyOf('console-workspaces', filter, plan, query),
    queryFn: ({ pageParam, signal }) =>
      api.get('admin/workspaces', {
        query: {
          ...(filter && { filter }),
          ...(plan && { plan }),
          ...(query && { query }),
          limit: 50,
          cursor: pageParam ?? undefined,
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page_info: info }) => info.next,
  });

export const useAdminWorkspace = (space_id: string) =>
  useQuery({
    queryKey: keyOf('console-workspace', space_id),
    queryFn: () => api.get('admin/workspaces/{space_id}', { path: { space_id } }),
  });

export type SpaceAct = 'freeze' | 'unfreeze' | 'restore';

export async function actOnSpace(space_id: string, act: SpaceAct, reason: string): Promise<void> {
  await api.post(`admin/workspaces/{space_id}/${act}`, { path: { space_id }, body: { reason } });
  await changed.staffSpaces();
}

export async function limitSpace(
  space_id: string,
  body: { storage: number; nodes: number; reason: string },
): Promise<void> {
  await api.put('admin/workspaces/{space_id}/limits', { path: { space_id }, body });
  await changed.staffSpaces();
}

export async function extendSpace(space_id: string, days: number, reason: string): Promise<void> {
  await api.post('admin/workspaces/{space_id}/extend', { path: { space_id }, body: { days, reason } });
  await changed.staffSpaces();
}

export type PlanChoice = AdminPlanChoice;
export type PlanTerms = PlanChoice['plans'][number];
export type PlanName = Body<'POST admin/workspaces/{space_id}/plan'>['plan'];

/** The plan and limits of a workspace now, and those that staff can choose. */
export const usePlanChoice = (space_id: string) =>
  useQuery({
    queryKey: keyOf('console-workspace-plan', space_id),
    queryFn: () => api.get('admin/workspaces/{space_id}/plan', { path: { space_id } }),
    // Each dialog begins with what is there at that moment.
    gcTime: 0,
  });

export async function choosePlan(space_id: string, body: Body<'POST admin/workspaces/{space_id}/plan'>): Promise<void> {
  await api.post('admin/workspaces/{space_id}/plan', { path: { space_id }, body });
  await changed.staffSpaces();
}

export async function transferSpace(space_id: string, email: string, reason: string): Promise<void> {
  await api.post('admin/workspaces/{space_id}/hand-over', { path: { space_id }, body: { email, reason } });
  await changed.staffSpaces();
}

export async function deleteSpace(space_id: string, title: string, reason: string): Promise<void> {
  await api.post('admin/workspaces/{space_id}/delete', { path: { space_id }, body: { title, reason } });
  await changed.staffSpaces();
}
