import { Send, X } from 'lucide-react';
import { useState } from 'react';
import { faultText } from '~/api/fault';
import type { AccessEntry } from '~/api/types';
import { useMutation } from '~/api/use-mutation';
import { ConfirmDialog } from '~/page/people/confirm-dialog';
import { InvitationLinksDialog } from '~/page/people/invitation-links-dialog';
import { roleLabel } from '~/page/people/roles';
import { targetName } from '~/page/people/target-name';
import { t } from '~/i18n';
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
import { GuestRoleSelect } from './guest-role-select';

type Props = { item: Shared; entry: AccessEntry; /** Of the person, the link or the box. */ name: string };

/** The role that an entry gives, and what can be done about it. */
export function AccessGrant({ item, entry, name }: Props) {
  const [asking, setAsking] = useState(false);
  const [inviting, setInviting] = useState(false);
  const { kind } = entry;
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
    <>
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
    </>
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
