import { useId, useState } from 'react';
import { useMutation } from '~/api/use-mutation';
import { InvitationLinksDialog } from '~/page/people/invitation-links-dialog';
import { NoMailNotice, useSendsMail } from '~/page/people/no-mail-notice';
import { EmailsField } from '~/page/people/emails-field';
import { PeopleProblem } from '~/page/people/problem';
import { memberRoles, roleHint, roleLabel, type MemberRole } from '~/page/people/roles';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { ChoiceCards } from '~/kit/choice-cards';
import { Dialog } from '~/kit/dialog';
import { toast } from '~/kit/toast';
import { changeMembers, makeInvitationLink, useMembers } from './api';

/** Adds several people with one role. People without an account are invited by mail, or by a link where nothing sends mail. */
export function AddDialog({ spaceId, onClose }: { spaceId: string; onClose: () => void }) {
  const form = useId();
  const [emails, setEmails] = useState<string[]>([]);
  const [pending, setPending] = useState(false);
  const [role, setRole] = useState<MemberRole>('viewer');
  const known = useMembers(spaceId).data?.pages.flatMap(({ members }) => members.map(({ email }) => email)) ?? [];
  const [invited, setInvited] = useState<string[]>([]);
  const sendsMail = useSendsMail();
  const add = useMutation({
    mutationFn: () => changeMembers(spaceId, role, emails),
    onSuccess: (members) => {
      const waiting = members.filter(({ status }) => status === 'invited').map(({ email }) => email);
      if (waiting.length < members.length || sendsMail) {
        toast({
          kind: 'success',
          title:
            waiting.length > 0
              ? t('members.addedInvited', { n: members.length, invited: waiting.length })
              : t('members.added', { n: members.length }),
        });
      }
      if (waiting.length === 0 || sendsMail) onClose();
      else setInvited(waiting);
    },
  });
  if (invited.length > 0) {
    const people = invited.map((email) => ({ email, makeLink: () => makeInvitationLink(spaceId, email) }));
    return <InvitationLinksDialog fresh people={people} onClose={onClose} />;
  }
  return (
    <Dialog
      open
      width="md"
      onOpenChange={(open) => !open && onClose()}
      title={t('members.addTitle')}
      description={sendsMail && t('members.addText')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="solid" type="submit" form={form} busy={add.isPending} disabled={emails.length === 0 || pending}>
            {emails.length > 0 ? t('members.addCount', { n: emails.length }) : t('members.add')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="grid grid-cols-1 gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (emails.length > 0 && !pending) add.mutate();
        }}
      >
        <EmailsField
          label={t('members.emails')}
          values={emails}
          onChange={setEmails}
          onPending={setPending}
          refuse={(email) => (known.includes(email) ? t('members.isMember', { email }) : null)}
        />
        <NoMailNotice />
        <div>
          <p aria-hidden="true" className="mb-2 font-medium">
            {t('members.role')}
          </p>
          <ChoiceCards<MemberRole>
            label={t('members.role')}
            value={role}
            onChange={setRole}
            choices={memberRoles.map((value) => ({ value, label: roleLabel(value), hint: roleHint(value) }))}
          />
        </div>
        <PeopleProblem error={add.error} area="members" />
      </form>
    </Dialog>
  );
}
