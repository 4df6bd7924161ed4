import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { EmailsField } from '~/page/people/emails-field';
import { PeopleProblem } from '~/page/people/problem';
import { memberRoles, roleHint, roleLabel, type MemberRole } from '~/page/people/roles';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { ChoiceCards } from '~/kit/choice-cards';
import { Dialog } from '~/kit/dialog';
import { toast } from '~/kit/toast';
import { changeMembers, useMembers } from './api';

/** Adds several people with one role. People without an account are invited by mail. */
export function AddDialog({ spaceId, onClose }: { spaceId: string; onClose: () => void }) {
  const form = useId();
  const [emails, setEmails] = useState<string[]>([]);
  const [pending, setPending] = useState(false);
  const [role, setRole] = useState<MemberRole>('viewer');
  const known = useMembers(spaceId).data?.pages.flatMap(({ members }) => members.map(({ email }) => email)) ?? [];
  const add = useMutation({
    mutationFn: () => changeMembers(spaceId, role, emails),
    onSuccess: (members) => {
      const invited = members.filter(({ status }) => status === 'invited').length;
      toast({
        kind: 'success',
        title:
          invited > 0
            ? t('members.addedInvited', { n: members.length, invited })
            : t('members.added', { n: members.length }),
      });
      onClose();
    },
  });
  return (
    <Dialog
      open
      width="md"
      onOpenChange={(open) => !open && onClose()}
      title={t('members.addTitle')}
      description={t('members.addText')}
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
