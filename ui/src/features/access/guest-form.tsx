import { useState } from 'react';
import { useMutation } from '~/api/use-mutation';
import { EmailsField } from '~/page/people/emails-field';
import { PeopleProblem } from '~/page/people/problem';
import { guestRoleHint, guestRoles, roleLabel, type GuestRole } from '~/page/people/roles';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Field, inputClass } from '~/kit/field';
import { Select } from '~/kit/select';
import { toast } from '~/kit/toast';
import { InvitationLinksDialog, type PendingPerson } from '~/page/people/invitation-links-dialog';
import { NoMailNotice, useSendsMail } from '~/page/people/no-mail-notice';
import { addGuests, makeGuestLink, type Shared } from './api';

/** Adds guests to one item, by their addresses. Role and note are asked once there is an address. */
export function GuestForm({ item }: { item: Shared }) {
  const [emails, setEmails] = useState<string[]>([]);
  const [pending, setPending] = useState(false);
  const [role, setRole] = useState<GuestRole>('viewer');
  const [message, setMessage] = useState('');
  const [invited, setInvited] = useState<PendingPerson[]>([]);
  const sendsMail = useSendsMail();
  const add = useMutation({
    mutationFn: () => addGuests(item, { emails, role, message }),
    onSuccess: (added) => {
      if (!sendsMail) {
        const waiting = added.filter(({ user }) => !user);
        setInvited(
          waiting.map(({ email, role_id: id }) => ({ email, makeLink: () => makeGuestLink(item.spaceId, id) })),
        );
      }
      toast({ kind: 'success', title: t('access.added', { n: emails.length, name: item.name }) });
      setEmails([]);
      setMessage('');
    },
  });
  const writing = emails.length > 0 || pending;
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (emails.length > 0 && !pending) add.mutate();
      }}
    >
      <EmailsField
        spaceId={item.spaceId}
        label={t('access.addPeople')}
        hint={writing ? undefined : ''}
        values={emails}
        onChange={setEmails}
        onPending={setPending}
      />
      {writing && (
        <>
          <div className="flex items-start gap-2">
            <div className="grid min-w-0 flex-1 gap-1.5">
              <Select<GuestRole>
                hideLabel
                label={t('access.role')}
                value={role}
                onChange={setRole}
                options={guestRoles.map((value) => ({ value, label: roleLabel(value) }))}
              />
              <p className="text-xs text-muted">{guestRoleHint(role)}</p>
            </div>
            <Button kind="soft" type="submit" busy={add.isPending} disabled={emails.length === 0 || pending}>
              {t('access.addButton')}
            </Button>
          </div>
          <NoMailNotice />
          {sendsMail && (
            <Field label={t('access.note')}>
              {(aria) => (
                <textarea
                  {...aria}
                  dir="auto"
                  rows={1}
                  maxLength={1000}
                  placeholder={t('access.notePlaceholder')}
                  value={message}
                  onChange={(event) => setMessage(event.currentTarget.value)}
                  className={`${inputClass} h-auto! [field-sizing:content] max-h-40 py-2`}
                />
              )}
            </Field>
          )}
        </>
      )}
      <PeopleProblem error={add.error} area="sharing" />
      {invited.length > 0 && <InvitationLinksDialog above fresh people={invited} onClose={() => setInvited([])} />}
    </form>
  );
}
