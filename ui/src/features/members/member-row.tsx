import { Crown, EllipsisVertical, LogOut, Send, UserMinus, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { changed } from '~/api/changed';
import { faultText } from '~/api/fault';
import { Badge, PersonLine, personName } from '~/page/people/person';
import { memberRoles, roleLabel } from '~/page/people/roles';
import type { Member } from '~/api/types';
import { useMutation } from '~/api/use-mutation';
import { t } from '~/i18n';
import { fullDate, when } from '~/i18n/format';
import { iconButtonClass } from '~/kit/icon-button';
import { Menu } from '~/kit/menu';
import type { MenuEntry } from '~/kit/menu-items';
import { Select } from '~/kit/select';
import { toast } from '~/kit/toast';
import { InvitationLinksDialog } from '~/page/people/invitation-links-dialog';
import { changeMembers, makeInvitationLink, resendInvitation } from './api';

type Props = {
  spaceId: string;
  member: Member;
  may: { add: boolean; change: boolean; remove: boolean; own: boolean };
  onRemove: () => void;
  onOwner: () => void;
};

/** One member with role, date of joining and actions. */
export function MemberRow({ spaceId, member, may, onRemove, onOwner }: Props) {
  const name = personName(member.user, member.email);
  const invited = member.status === 'invited';
  const fixed = member.role === 'owner' || member.is_you || !may.change;
  const [inviting, setInviting] = useState(false);
  const add = useMutation({
    mutationFn: () => changeMembers(spaceId, member.role, [member.email]),
    onSuccess: () => void toast({ kind: 'success', title: t('members.added', { n: 1 }) }),
    onError: (error) => void toast({ kind: 'error', title: faultText(error, 'members') }),
  });
  const entries = [
    ...(invited && may.add
      ? [member.waits_for === 'room' ? addNow(add.mutate) : inviteAgain(() => setInviting(true))]
      : []),
    ...(invited && may.remove ? [withdraw(onRemove)] : []),
    ...(invited ? [] : menuOf(member, may, onRemove, onOwner)),
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3 ps-4 pe-2 last:border-0">
      <PersonLine
        className="min-w-0 flex-1 basis-64"
        person={member.user}
        email={member.email}
        badges={
          <>
            {member.is_you && <Badge tone="brand">{t('members.you')}</Badge>}
            {invited && <Badge tone="warning">{t('members.invited')}</Badge>}
          </>
        }
        note={
          <>
            {member.waits_for && (
              <span className="block text-pretty">
                {t(`members.waits_${member.waits_for}`, { role: roleLabel(member.role) })}
              </span>
            )}
            <time dateTime={member.joined_at} title={fullDate(member.joined_at)} className="block">
              {t(invited ? 'members.invitedAt' : 'members.joined', { when: when(member.joined_at) })}
            </time>
          </>
        }
      />
      {member.custom_roles.length > 0 && (
        <ul aria-label={t('members.customRoles')} className="flex max-w-56 flex-wrap gap-1 max-sm:w-full max-sm:ps-12">
          {member.custom_roles.map((role) => (
            <li key={role.role_id}>
              <Badge>
                <bdi>{role.name}</bdi>
              </Badge>
            </li>
          ))}
        </ul>
      )}
      <div className="ms-auto flex items-center gap-1">
        {fixed ? (
          <span className="px-3 font-medium">{roleLabel(member.role)}</span>
        ) : (
          <RoleSelect spaceId={spaceId} member={member} name={name} />
        )}
        {entries.length > 0 ? (
          <Menu
            label={name}
            align="end"
            entries={entries}
            trigger={
              <button type="button" aria-label={t('members.moreOf', { name })} className={iconButtonClass()}>
                <EllipsisVertical size={18} aria-hidden="true" />
              </button>
            }
          />
        ) : (
          <span className="icon-size max-sm:hidden" />
        )}
      </div>
      {inviting && (
        <InvitationLinksDialog
          people={[
            {
              email: member.email,
              makeLink: () => makeInvitationLink(spaceId, member.email),
              sendAgain: () => resendInvitation(spaceId, member.email),
            },
          ]}
          onClose={() => setInviting(false)}
        />
      )}
    </li>
  );
}

const inviteAgain = (onSelect: () => void): MenuEntry => ({
  id: 'again',
  label: t('people.inviteAgain'),
  icon: <Send size={18} className="rtl:-scale-x-100" />,
  onSelect,
});

const addNow = (onSelect: () => void): MenuEntry => ({
  id: 'add',
  label: t('members.addNow'),
  icon: <UserPlus size={18} />,
  onSelect,
});

const withdraw = (onSelect: () => void): MenuEntry => ({
  id: 'withdraw',
  label: t('members.withdraw'),
  icon: <UserMinus size={18} />,
  danger: true,
  onSelect,
});

function menuOf(member: Member, may: Props['may'], onRemove: () => void, onOwner: () => void): MenuEntry[] {
  const entries: MenuEntry[] = [];
  if (member.role === 'owner') return entries;
  if (may.own) {
    entries.push(
      { id: 'owner', label: t('members.makeOwner'), icon: <Crown size={18} />, onSelect: onOwner },
      'separator',
    );
  }
  if (member.is_you) {
    entries.push({
      id: 'leave',
      label: t('members.leave'),
      icon: <LogOut size={18} className="rtl:rotate-180" />,
      danger: true,
      onSelect: onRemove,
    });
  } else if (may.remove) {
    entries.push({
      id: 'remove',
      label: t('members.remove'),
      icon: <UserMinus size={18} />,
      danger: true,
      onSelect: onRemove,
    });
  }
  return entries;
}

function RoleSelect({ spaceId, member, name }: { spaceId: string; member: Member; name: string }) {
  const change = useMutation({
    mutationFn: (role: string) => changeMembers(spaceId, role, [member.email]),
    onSuccess: (_, role) =>
      void toast({ kind: 'success', title: t('members.changed', { name, role: roleLabel(role) }) }),
    onError: (error) => {
      toast({ kind: 'error', title: faultText(error, 'members') });
      void changed.members(spaceId);
    },
  });
  return (
    <div className="w-40">
      <Select
        hideLabel
        label={t('members.roleOf', { name })}
        value={change.isPending ? change.variables : member.role || 'no_role'}
        onChange={(role) => change.mutate(role)}
        options={memberRoles.map((value) => ({ value, label: roleLabel(value) }))}
      />
    </div>
  );
}
