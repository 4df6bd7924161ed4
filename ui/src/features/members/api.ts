import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Body } from '~/api/calls';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import { forgetSpace } from '~/api/known-spaces';
import type { Member } from '~/api/types';

const PAGE = 100;

/** What a list of members shows: those of a role, the pending invitations, or with an empty text everyone. */
export type MemberFilter = Member['role'] | 'invited';

/** The members of a workspace, page by page. */
export const useMembers = (spaceId: string, filter: MemberFilter = '', enabled = true) =>
  useInfiniteQuery({
    queryKey: keyOf('members', spaceId, 'list', filter),
    queryFn: ({ pageParam, signal }) =>
      api.get('role/v1/space/{space_id}/workspace-members', {
        path: { space_id: spaceId },
        query: {
          limit: PAGE,
          page: pageParam,
          ...(filter === 'invited' ? { invited: true } : { role: filter || undefined }),
        },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ page_info: { page, limit, total } }) => (page * limit < total ? page + 1 : undefined),
    enabled,
  });

/** Those whose name or address holds a text. */
export const useMemberSearch = (spaceId: string, text: string) =>
  useQuery({
    queryKey: keyOf('members', spaceId, 'search', text),
    queryFn: async ({ signal }) =>
      (
        await api.get('role/v1/space/{space_id}/search-workspace-members', {
          path: { space_id: spaceId },
          query: { email: text },
          signal,
        })
      ).members,
    placeholderData: keepPreviousData,
    enabled: text !== '',
  });

const invitation = 'role/v1/space/{space_id}/workspace-members/invitation';

/** A link for a pending invitation, to hand it over; the one before ends. */
export const makeInvitationLink = async (spaceId: string, email: string): Promise<string> =>
  (await api.post(`${invitation}/link`, { path: { space_id: spaceId }, body: { email } })).url;

/** Mails a pending invitation once more. */
export const resendInvitation = (spaceId: string, email: string): Promise<void> =>
  api.post(`${invitation}/mail`, { path: { space_id: spaceId }, body: { email } });

/** Takes a pending invitation back. Someone who is a member already stays one. */
export async function withdrawInvitation(spaceId: string, email: string): Promise<void> {
  await api.delete(invitation, { path: { space_id: spaceId }, body: { email } });
  await changed.members(spaceId);
}

/** Adds people, or gives existing members another role. */
export async function changeMembers(spaceId: string, roleId: string, emails: readonly string[]): Promise<Member[]> {
  const body = { role_id: roleId, emails };
  const { members } = await api.patch('role/v1/space/{space_id}/change-members', { path: { space_id: spaceId }, body });
  await changed.members(spaceId);
  return members;
}

export type MyDrive = NonNullable<Body<'POST storage/workspace/{space_id}/leave'>['my_drive']>;

/** The consequences of a member's departure: data that goes, stays or needs a decision. */
export const useDeparture = (spaceId: string, userId: string | undefined) =>
  useQuery({
    queryKey: keyOf('members', spaceId, 'departure', userId),
    queryFn: () =>
      api.get('role/v1/space/{space_id}/workspace-members/{user_id}/departure', {
        path: { space_id: spaceId, user_id: userId ?? '' },
      }),
    enabled: userId !== undefined,
    staleTime: 0,
  });

export async function removeMember(spaceId: string, userId: string, drive: MyDrive | null): Promise<void> {
  const body = { members: [userId], ...(drive && { my_drive: drive }) };
  await api.delete('role/v1/space/{space_id}/workspace-members', { path: { space_id: spaceId }, body });
  await changed.members(spaceId);
}

export async function leaveSpace(spaceId: string, drive: MyDrive | null): Promise<void> {
  await api.post('storage/workspace/{space_id}/leave', {
    path: { space_id: spaceId },
    body: drive ? { my_drive: drive } : {},
  });
  await forgetSpace(spaceId);
}

export async function handOver(spaceId: string, email: string): Promise<void> {
  await api.post('storage/workspace/{space_id}/owner', { path: { space_id: spaceId }, body: { email } });
  await Promise.all([changed.members(spaceId), changed.permissions(spaceId)]);
}
