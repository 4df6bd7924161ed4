import { useState } from 'react';
import { faultText, fieldTexts } from '~/api/fault';
import { currentLang, t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { TextField } from '~/kit/field';
import { Notice } from '~/kit/notice';
import { SegmentedControl } from '~/kit/segmented-control';
import { toast } from '~/kit/toast';
import { invitePerson } from './api';

/** Mails one person an invitation to create an account. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [language, setLanguage] = useState<'fa' | 'en'>(currentLang() === 'fa-ir' ? 'fa' : 'en');
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    setProblem('');
    try {
      await invitePerson(email.trim(), language);
      toast({ kind: 'success', title: t('consolePeople.invited') });
      onClose();
    } catch (error) {
      const texts = fieldTexts(error);
      setProblems(texts);
      if (Object.keys(texts).length === 0) setProblem(faultText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('consolePeople.inviteTitle')}
      description={t('consolePeople.inviteText')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form="invite" kind="solid" busy={busy}>
            {t('consolePeople.sendInvitation')}
          </Button>
        </>
      }
    >
      <form
        id="invite"
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void send();
        }}
      >
        <TextField
          latin
          dir="ltr"
          type="email"
          label={t('consolePeople.email')}
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          {...(problems.email && { error: problems.email })}
        />
        <SegmentedControl<'fa' | 'en'>
          label={t('consolePeople.mailLanguage')}
          value={language}
          segments={[
            { value: 'fa', label: 'فارسی' },
            { value: 'en', label: 'English' },
          ]}
          onChange={setLanguage}
        />
        {problem && <Notice tone="danger">{problem}</Notice>}
      </form>
    </Dialog>
  );
}
