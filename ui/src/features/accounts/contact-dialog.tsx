import { useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { useChannels } from '~/api/channels';
import { useApiForm } from '~/api/form';
import { NoCodesNotice } from '~/page/codes/no-codes-notice';
import { CodeEntry } from '~/page/codes/code-entry';
import { t } from '~/i18n';
import { ownDigits } from '~/i18n/format';
import { typedLogin } from '~/kit/digits';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { TextField } from '~/kit/field';
import { Notice } from '~/kit/notice';
import { toast } from '~/kit/toast';
import { sayFault } from '~/page/say-fault';
import { changeContact, sendContactCode, verifyContact, type Contact } from './api';
import type { OwnContact } from './contact';
import { email, mobile } from './rules';

const words = {
  email: {
    change: 'profile.emailChangeTitle',
    add: 'profile.emailAddTitle',
    text: 'profile.emailChangeText',
    label: 'profile.newEmail',
    verify: 'profile.emailVerifyTitle',
    done: 'profile.emailDone',
  },
  mobile: {
    change: 'profile.mobileChangeTitle',
    add: 'profile.mobileAddTitle',
    text: 'profile.mobileChangeText',
    label: 'profile.newMobile',
    verify: 'profile.mobileVerifyTitle',
    done: 'profile.mobileDone',
  },
} as const;

type Props = { contact: OwnContact; first: 'change' | 'verify'; onClose: () => void };

/** A new address or number, and right there the code that proves it. */
export function ContactDialog({ contact, first, onClose }: Props) {
  const { kind, value, pending } = contact;
  const [step, setStep] = useState(first);
  // The account itself names the new address a moment later.
  const [sent, setSent] = useState('');
  const its = words[kind];
  const sends = useChannels()[kind];
  const change = step === 'change';
  const title = change ? (value ? its.change : its.add) : its.verify;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(title)}
      description={change ? t(its.text) : undefined}
    >
      {!sends && (
        <div className="mb-4">
          <NoCodesNotice kind={kind} />
        </div>
      )}
      {change ? (
        <ChangeForm
          kind={kind}
          onSent={(to) => {
            setSent(to);
            setStep('verify');
          }}
          onClose={onClose}
        />
      ) : (
        <CodeForm
          kind={kind}
          to={sent || pending || value}
          // A pending address got its code already.
          sends={first === 'verify' && !pending}
          justSent={first === 'change'}
          onChange={() => setStep('change')}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

function ChangeForm({ kind, onSent, onClose }: { kind: Contact; onSent: (to: string) => void; onClose: () => void }) {
  const { field, submit, busy, problem } = useApiForm({
    schema: v.object({ value: kind === 'email' ? email : mobile }),
    values: { value: '' },
    at: {
      email: 'value',
      mobile: 'value',
      email_used: 'value',
      mobile_used: 'value',
      email_verified_elsewhere: 'value',
      mobile_verified_elsewhere: 'value',
      duplicate_field: 'value',
    },
    send: async ({ value }) => {
      const to = typedLogin(value);
      await changeContact(kind, to);
      onSent(to);
    },
  });
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <TextField
        {...field('value')}
        label={t(words[kind].label)}
        latin
        inputMode={kind === 'email' ? 'email' : 'tel'}
        autoComplete={kind === 'email' ? 'email' : 'tel-national'}
      />
      {problem && <Notice tone="danger">{problem}</Notice>}
      <div className="flex justify-end gap-2 max-sm:flex-col-reverse">
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" kind="solid" busy={busy}>
          {t('profile.sendCode')}
        </Button>
      </div>
    </form>
  );
}

type VerifyProps = {
  kind: Contact;
  to: string;
  sends: boolean;
  justSent: boolean;
  onChange: () => void;
  onClose: () => void;
};

function CodeForm({ kind, to, sends, justSent, onChange, onClose }: VerifyProps) {
  const asked = useRef(!sends);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    sendContactCode(kind).catch(sayFault);
  }, [kind]);
  return (
    <CodeEntry
      text={t('codes.sentTo', { to: kind === 'mobile' ? ownDigits(to) : to })}
      submit={t('profile.confirm')}
      atOnce={!sends && !justSent}
      onCode={async (code) => {
        await verifyContact(kind, code);
        toast({ kind: 'success', title: t(words[kind].done) });
        onClose();
      }}
      onAgain={() => sendContactCode(kind)}
      other={<Button onClick={onChange}>{t(kind === 'email' ? 'profile.otherEmail' : 'profile.otherMobile')}</Button>}
    />
  );
}
