import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { faultText, fieldTexts } from '~/api/fault';
import { currentLang, t } from '~/i18n';
import { latinDigits } from '~/i18n/format';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { TextField } from '~/kit/field';
import { Notice } from '~/kit/notice';
import { Segmented } from '~/kit/segmented';
import { toast } from '~/kit/toast';
import { makePerson } from './api';
import { firstPassword } from './first-password';

const empty = { first_name: '', last_name: '', email: '', mobile: '' };

/** Makes an account with a first password, for people who cannot be sent an invitation. */
export function MakeDialog({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState(empty);
  const [password, setPassword] = useState(firstPassword);
  const [language, setLanguage] = useState<'fa' | 'en'>(currentLang() === 'fa-ir' ? 'fa' : 'en');
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const [, navigate] = useLocation();
  const make = async () => {
    setBusy(true);
    setProblem('');
    setProblems({});
    const email = draft.email.trim();
    const mobile = latinDigits(draft.mobile.trim());
    try {
      const id = await makePerson({
        first_name: draft.first_name.trim(),
        last_name: draft.last_name.trim(),
        ...(email && { email }),
        ...(mobile && { mobile }),
        password,
        language,
      });
      toast({ kind: 'success', title: t('consolePeople.made') });
      navigate(`/admin/people?person=${id}`);
    } catch (error) {
      const texts = fieldTexts(error);
      setProblems(texts);
      if (Object.keys(texts).length === 0) setProblem(faultText(error));
      setBusy(false);
    }
  };
  const field = (name: keyof typeof empty) => ({
    value: draft[name],
    autoComplete: 'off',
    onChange: (event: { currentTarget: HTMLInputElement }) => setDraft({ ...draft, [name]: event.currentTarget.value }),
    ...(problems[name] && { error: problems[name] }),
  });
  const named = draft.first_name.trim() && draft.last_name.trim() && (draft.email.trim() || draft.mobile.trim());
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('consolePeople.makeTitle')}
      description={t('consolePeople.makeText')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form="make" kind="solid" busy={busy} disabled={!named || !password}>
            {t('consolePeople.make')}
          </Button>
        </>
      }
    >
      <form
        id="make"
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void make();
        }}
      >
        <div className="grid gap-4 sm:grid-cols-2 sm:items-start">
          <TextField label={t('consolePeople.firstName')} {...field('first_name')} />
          <TextField label={t('consolePeople.lastName')} {...field('last_name')} />
        </div>
        <div className="grid gap-4 sm:grid-cols-2 sm:items-start">
          <TextField latin dir="ltr" type="email" label={t('consolePeople.email')} {...field('email')} />
          <TextField dir="ltr" type="tel" label={t('consolePeople.mobile')} {...field('mobile')} />
        </div>
        <div className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <TextField
              latin
              dir="ltr"
              label={t('consolePeople.firstPassword')}
              hint={t('consolePeople.firstPasswordHint')}
              autoComplete="off"
              spellCheck={false}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              {...(problems.password && { error: problems.password })}
            />
          </div>
          <Button
            className="mt-7"
            aria-label={t('consolePeople.anotherPassword')}
            icon={<RefreshCw size={17} aria-hidden="true" />}
            onClick={() => setPassword(firstPassword())}
          />
        </div>
        <Segmented<'fa' | 'en'>
          label={t('consolePeople.personLanguage')}
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
