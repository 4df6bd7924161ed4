import { UserPlus, UsersRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { can, usePermissions } from '~/api/permissions';
import { useSpace } from '~/api/spaces';
import { faultText } from '~/api/fault';
import { FailureState } from '~/page/failure-state';
import { ListSkeleton } from '~/page/list';
import { ConfirmDialog } from '~/page/people/confirm-dialog';
import { builtInRoles, roleLabel } from '~/page/people/roles';
import type { Member } from '~/api/types';
import { num, t, useLang } from '~/i18n';
import { Button } from '~/kit/button';
import { SearchField } from '~/kit/search-field';
import { Select } from '~/kit/select';
import { State } from '~/kit/state';
import { toast } from '~/kit/toast';
import { AddDialog } from './add-dialog';
import { useMembers, useMemberSearch, withdrawInvitation, type MemberFilter } from './api';
import { HandOverDialog } from './hand-over-dialog';
import { MemberRow } from './member-row';
import { RemoveDialog } from './remove-dialog';
import { useDebouncedValue } from '~/kit/use-debounced-value';
import { Page } from '~/page/page';

type Open = { kind: 'add' } | { kind: 'remove' | 'withdraw'; member: Member } | { kind: 'owner'; email: string } | null;

/** All members of the workspace with their roles, and who is invited. */
export function MembersPage({ spaceId }: { spaceId: string }) {
  useLang();
  const space = useSpace(spaceId);
  const permissions = usePermissions(spaceId).data;
  const [filter, setFilter] = useState<MemberFilter>('');
  // The command palette leads to one member.
  const [params] = useSearchParams();
  const asked = params.get('query') ?? '';
  const [text, setText] = useState(asked);
  useEffect(() => setText(asked), [asked]);
  const [open, setOpen] = useState<Open>(params.has('add') ? { kind: 'add' } : null);
  const wanted = useDebouncedValue(text.trim());
  const listed = useMembers(spaceId, filter);
  const found = useMemberSearch(spaceId, wanted);
  const { error, refetch } = wanted ? found : listed;
  const members = wanted
    ? found.data?.filter((member) => !filter || (filter === 'invited' ? member.status : member.role) === filter)
    : listed.data?.pages.flatMap((page) => page.members);
  const first = listed.data?.pages[0];
  const may = {
    add: can(permissions, 'create', 'member'),
    change: can(permissions, 'update', 'member'),
    remove: can(permissions, 'delete', 'member'),
    own: space?.role === 'owner',
  };
  const add = may.add && (
    <Button kind="solid" icon={<UserPlus size={18} aria-hidden="true" />} onClick={() => setOpen({ kind: 'add' })}>
      {t('members.add')}
    </Button>
  );
  const handleClose = () => setOpen(null);
  const alone = !wanted && !filter && members?.length === 1;
  return (
    <>
      <Page
        title={t('members.title')}
        text={
          space && !space.guest && countText(space.member_count, first?.member_limit ?? 0, first?.invited_count ?? 0)
        }
        actions={!alone && add}
      >
        <div className="grid gap-2 sm:grid-cols-[1fr_13rem]">
          <SearchField label={t('members.search')} value={text} onChange={setText} />
          <Select
            hideLabel
            label={t('members.filter')}
            value={filter || 'all'}
            onChange={(next) => setFilter(next === 'all' ? '' : next)}
            options={[
              { value: 'all', label: t('members.allRoles') },
              ...builtInRoles.map((value) => ({ value, label: roleLabel(value) })),
              { value: 'invited', label: t('members.onlyInvited') },
            ]}
          />
        </div>
        {members ? (
          members.length > 0 ? (
            <>
              <ul aria-label={t('members.title')} className="overflow-hidden rounded-card ring-1 ring-line">
                {members.map((member) => (
                  <MemberRow
                    key={member.user?.user_id ?? member.email}
                    spaceId={spaceId}
                    member={member}
                    may={may}
                    onRemove={() => setOpen({ kind: member.user ? 'remove' : 'withdraw', member })}
                    onOwner={() => setOpen({ kind: 'owner', email: member.email })}
                  />
                ))}
              </ul>
              {!wanted && listed.hasNextPage && (
                <div className="mt-4 text-center">
                  <Button kind="outline" busy={listed.isFetchingNextPage} onClick={() => void listed.fetchNextPage()}>
                    {t('people.more')}
                  </Button>
                </div>
              )}
              {alone && (
                <State
                  icon={<UsersRound size={36} strokeWidth={1.6} />}
                  title={t('members.aloneTitle')}
                  text={t('members.aloneText')}
                  actions={add}
                />
              )}
            </>
          ) : (
            <div data-state="empty">
              <State
                icon={<UsersRound size={36} strokeWidth={1.6} />}
                title={t('members.noneTitle')}
                text={t('members.noneText')}
                actions={
                  <Button
                    kind="soft"
                    onClick={() => {
                      setText('');
                      setFilter('');
                    }}
                  >
                    {t('members.showAll')}
                  </Button>
                }
              />
            </div>
          )
        ) : error ? (
          <FailureState error={error} retry={refetch} />
        ) : (
          <ListSkeleton people />
        )}
      </Page>
      {open?.kind === 'add' && may.add && <AddDialog spaceId={spaceId} onClose={handleClose} />}
      {open?.kind === 'remove' && <RemoveDialog spaceId={spaceId} member={open.member} onClose={handleClose} />}
      {open?.kind === 'withdraw' && <WithdrawDialog spaceId={spaceId} invited={open.member} onClose={handleClose} />}
      {open?.kind === 'owner' && <HandOverDialog spaceId={spaceId} email={open.email} onClose={handleClose} />}
    </>
  );
}

type WithdrawProps = { spaceId: string; invited: Member; onClose: () => void };

function WithdrawDialog({ spaceId, invited: { email, waits_for: waits }, onClose }: WithdrawProps) {
  return (
    <ConfirmDialog
      title={t('members.withdrawTitle', { email })}
      text={t(waits === 'raise' ? 'members.withdrawRaiseText' : 'members.withdrawText')}
      yes={t('members.withdrawNow')}
      run={async () => {
        try {
          await withdrawInvitation(spaceId, email);
          toast({ kind: 'success', title: t('members.withdrawn', { email }) });
        } catch (error) {
          toast({ kind: 'error', title: faultText(error, 'members') });
        }
      }}
      onClose={onClose}
    />
  );
}

function countText(count: number, limit: number, invited: number): string {
  const text = limit > 0 ? t('members.countOf', { n: count, limit: num(limit) }) : t('members.count', { n: count });
  return invited > 0 ? `${text} · ${t('members.invitedCount', { n: invited })}` : text;
}
