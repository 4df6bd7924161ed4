import { Inbox, Link2, Send, ShieldCheck, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { faultText } from '~/api/fault';
import type { AccessEntry } from '~/api/types';
import { useMutation } from '~/api/use-mutation';
import { ConfirmDialog } from '~/page/people/confirm-dialog';
import { Badge, personName } from '~/page/people/person';
import { roleLabel } from '~/page/people/roles';
import { targetName } from '~/page/people/target-name';
import { t } from '~/i18n';
import { fullDate, when } from '~/i18n/format';
import { Avatar } from '~/kit/avatar';
import { IconButton } from '~/kit/icon-button';
import { toast } from '~/kit/toast';
import {
  addGuests,
  makeGuestLink,
  removeBox,
  removeGuest,
  removeLink,
  resendGuestInvitation,
  type Shared,
} from './api';
import { InvitationLinksDialog } from '~/page/people/invitation-links-dialog';
import { GuestRoleSelect } from './guest-role-select';

type Props = { item: Shared; entry: AccessEntry };

/** One reason why a person can reach an item. */
export function AccessRow({ item, entry }: Props) {
  const [asking, setAsking] = useState(false);
  const [inviting, setInviting] = useState(false);
  const { kind } = entry;
  const name = nameOf(entry);
  const guest = kind === 'guest';
  const revoke = useMutation({
    mutationFn: async () => {
      if (guest) await removeGuest(item.spaceId, entry.role_id ?? '');
      else if (kind === 'link') await removeLink(item.spaceId, entry.link_id ?? '');
      else if (kind === 'box') await removeBox(item.spaceId, boxPlace(item, entry), entry.upload_id ?? '');
    },
    onSuccess: () => {
      toast({
        title: guest ? t('access.removed', { name }) : t('access.linkRemoved', { name }),
        ...(guest &&
          !entry.via && {
            timeout: 8000,
            action: {
              label: t('access.undo'),
              onClick: () => void addGuests(item, { emails: [entry.email], role: entry.role, message: '' }),
            },
          }),
      });
    },
    onError: (error) => void toast({ kind: 'error', title: faultText(error) }),
  });
  const revocable = entry.may_revoke && (guest || kind === 'link' || kind === 'box');
  return (
    <li className="flex min-h-13 items-center gap-x-3 py-1.5" data-access={kind}>
      <EntryIcon entry={entry} name={name} />
      <div className="min-w-0 flex-1 text-start">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2">
          <bdi className="truncate font-medium">{name}</bdi>
          {guest && !entry.person && <Badge tone="warning">{t('access.waiting')}</Badge>}
        </p>
        <p className="text-xs text-pretty text-muted">
          {whyOf(entry)}
          {entry.via && <span className="block">{t('access.via', { name: targetName(entry.via) })}</span>}
          {entry.created_at && kind !== 'guest' && (
            <time className="block" dateTime={entry.created_at} title={fullDate(entry.created_at)}>
              {t('access.madeBy', { when: when(entry.created_at), name: personName(entry.person) })}
            </time>
          )}
        </p>
      </div>
      <span className="ms-auto flex items-center gap-1">
        {guest && entry.may_revoke && !entry.via ? (
          <GuestRoleSelect spaceId={item.spaceId} id={entry.role_id ?? ''} role={entry.role} name={name} />
        ) : (
          (kind === 'owner' || guest) && <span className="shrink-0 text-muted">{roleLabel(entry.role)}</span>
        )}
        {guest && !entry.person && entry.may_revoke && !entry.via && (
          <IconButton
            label={t('people.inviteAgainOf', { email: entry.email })}
            onClick={() => setInviting(true)}
            className="rtl:-scale-x-100"
          >
            <Send size={17} aria-hidden="true" />
          </IconButton>
        )}
        {revocable && (
          <IconButton
            label={guest ? t('access.removePerson', { name }) : t('access.removeLink', { name })}
            disabled={revoke.isPending}
            onClick={() => (guest && !entry.via ? revoke.mutate() : setAsking(true))}
          >
            <X size={17} aria-hidden="true" />
          </IconButton>
        )}
      </span>
      {inviting && (
        <InvitationLinksDialog
          above
          people={[
            {
              email: entry.email,
              makeLink: () => makeGuestLink(item.spaceId, entry.role_id ?? ''),
              sendAgain: () => resendGuestInvitation(item.spaceId, entry.role_id ?? ''),
            },
          ]}
          onClose={() => setInviting(false)}
        />
      )}
      {asking && (
        <ConfirmDialog
          {...askOf(entry, name)}
          yes={t('access.remove')}
          run={() => revoke.mutateAsync().catch(() => undefined)}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}

/** The confirmation names the consequences: a link ends for everyone, an inherited role in the whole parent folder. */
function askOf({ kind, via }: AccessEntry, name: string): { title: string; text: string } {
  if (kind === 'link') return { title: t('access.linkAsk', { name }), text: t('access.linkAskText') };
  if (kind === 'box') return { title: t('access.boxAsk', { name }), text: t('access.boxAskText') };
  return {
    title: t('access.guestAsk', { name }),
    text: t('access.guestAskText', { target: via ? targetName(via) : '' }),
  };
}

const boxPlace = (item: Shared, { via }: AccessEntry) => via?.target_id ?? item.id;

function nameOf(entry: AccessEntry): string {
  switch (entry.kind) {
    case 'owner':
    case 'guest':
      return personName(entry.person, entry.email);
    default:
      return entry.name || t(entry.kind === 'box' ? 'access.box' : 'access.link');
  }
}

/** Why they reach it, in a line. */
function whyOf(entry: AccessEntry): ReactNode {
  switch (entry.kind) {
    case 'custom_role':
      return t('access.whyCustom', { n: entry.count });
    case 'guest':
      return entry.person ? <bdi dir="ltr">{entry.email}</bdi> : t('access.whyWaiting');
    case 'link':
      return entry.count > 0 ? t('access.whyLink', { n: entry.count }) : t('access.whyLinkUnused');
    case 'box':
      return t('access.whyBox');
    default:
      return null;
  }
}

const icons = { custom_role: ShieldCheck, link: Link2, box: Inbox } as const;

function EntryIcon({ entry: { kind }, name }: { entry: AccessEntry; name: string }) {
  if (!(kind in icons)) return <Avatar name={name} className="size-9 text-sm" />;
  const Icon = icons[kind as keyof typeof icons];
  return (
    <span
      aria-hidden="true"
      className="grid size-9 shrink-0 place-items-center rounded-full bg-sunken text-muted ring-1 ring-line ring-inset"
    >
      <Icon size={17} />
    </span>
  );
}
