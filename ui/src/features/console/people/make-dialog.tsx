import { useState } from 'react';
import { useLocation } from 'wouter';
import { faultText, fieldTexts } from '~/api/fault';
import { currentLang, t } from '~/i18n';
import { latinDigits } from '~/kit/digits';
import { Button } from '~/kit/button';
import { Checkbox } from '~/kit/checkbox';
import { Dialog } from '~/kit/dialog';
import { TextField } from '~/kit/field';
import { Notice } from '~/kit/notice';
import { SegmentedControl } from '~/kit/segmented-control';
import { toast } from '~/kit/toast';
import { sayFault } from '~/page/say-fault';
import { useRights } from '../use-rights';
import { makeFirstLink, makePerson } from './api';
import { FirstLink } from './first-link';

const empty = { first_name: '', last_name: '', email: '', mobile: '' };

/** Makes an account. Its person chooses the password by a link, which an administrator may hand over. */
export function MakeDialog({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState(empty);
  const administers = useRights().data?.role === 'administrator';
  const [hand, setHand] = useState(false);
  const [made, setMade] = useState<{ id: string; url: string } | null>(null);
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
        language,
        ...(hand && { hand }),
      });
      toast({ kind: 'success', title: t('consolePeople.made') });
      // Whatever becomes of the link: the account is there, and its page offers another one.
      const url = hand ? await makeFirstLink(id, t('consolePeople.handReason')).catch(sayFault) : undefined;
      if (url) setMade({ id, url });
      else navigate(`/admin/people?person=${id}`);
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
  if (made) return <FirstLink url={made.url} onClose={() => navigate(`/admin/people?person=${made.id}`)} />;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('consolePeople.makeTitle')}
      description={`${t('consolePeople.makeText')} ${hand ? '' : t('consolePeople.makeSent')}`}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form="make" kind="solid" busy={busy} disabled={!named}>
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
          <TextField latin type="tel" label={t('consolePeople.mobile')} {...field('mobile')} />
        </div>
        <SegmentedControl<'fa' | 'en'>
          label={t('consolePeople.personLanguage')}
          value={language}
          segments={[
            { value: 'fa', label: 'فارسی' },
            { value: 'en', label: 'English' },
          ]}
          onChange={setLanguage}
        />
        {administers && (
          <div>
            <Checkbox label={t('consolePeople.handLink')} checked={hand} onChange={setHand} />
            <p className="ms-8 text-xs text-muted">{t('consolePeople.handLinkHint')}</p>
          </div>
        )}
        {problem && <Notice tone="danger">{problem}</Notice>}
      </form>
    </Dialog>
  );
}
