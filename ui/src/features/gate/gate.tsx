import { useId, useState, type ReactNode } from 'react';
import { Fault, faultText } from '~/api/fault';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { PasswordField, TextField } from '~/kit/field';
import { Notice } from '~/kit/notice';
import { CodeStep } from './code-step';
import { cleanEmail, isEmail } from './emails';
import type { Credentials, Need } from './types';

type Props = {
  needs: readonly Need[];
  submit: string;
  /** Rejects with the server's error. */
  onOpen: (credentials: Credentials) => Promise<void>;
  /** Fields of the page's own, above the others. */
  children?: ReactNode;
  /** Checks those fields; false stops the submit. */
  check?: () => boolean;
};

type Problems = { password?: string; email?: string; other?: string };

const places: Record<string, 'password' | 'email'> = {
  link_password_empty: 'password',
  link_password_wrong: 'password',
  link_email_empty: 'email',
  invalid_email: 'email',
  email_letters: 'email',
};

/** Asks a visitor for the credentials of the link: a password, an address, and the code that was mailed there. */
export function Gate({ needs, submit, onOpen, children, check }: Props) {
  const form = useId();
  const [password, setPassword] = useState('');
  const [email, setEmail] = useState('');
  const [step, setStep] = useState<'ask' | 'code'>('ask');
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const asks = { password: needs.includes('password'), email: needs.includes('email') };
  const readCredentials = (): Credentials => ({
    ...(asks.password && { password }),
    ...(asks.email && { email: cleanEmail(email) }),
  });

  const send = async () => {
    const wrong: Problems = {};
    if (asks.password && !password) wrong.password = t('gate.passwordNeeded');
    if (asks.email && !isEmail(cleanEmail(email))) wrong.email = t('gate.emailNeeded');
    setProblems(wrong);
    const ready = check?.() ?? true;
    if (!ready || Object.keys(wrong).length > 0) return;
    setBusy(true);
    try {
      await onOpen(readCredentials());
    } catch (error) {
      const key = error instanceof Fault ? (error.key ?? '') : '';
      const place = places[key];
      if (key === 'code_required') setStep('code');
      else setProblems({ [place ?? 'other']: faultText(error) });
    } finally {
      setBusy(false);
    }
  };

  if (step === 'code') {
    return (
      <CodeStep
        email={cleanEmail(email)}
        submit={submit}
        onCode={(code) => onOpen({ ...readCredentials(), code })}
        onResend={() => onOpen(readCredentials())}
        onBack={() => setStep('ask')}
      />
    );
  }
  return (
    <form
      id={form}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {children}
      {asks.email && (
        <TextField
          latin
          type="email"
          inputMode="email"
          autoComplete="email"
          label={t('gate.yourEmail')}
          hint={t('gate.yourEmailHint')}
          value={email}
          {...(problems.email && { error: problems.email })}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      )}
      {asks.password && (
        <PasswordField
          label={t('gate.linkPassword')}
          autoComplete="off"
          value={password}
          {...(problems.password && { error: problems.password })}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      )}
      {problems.other && <Notice tone="danger">{problems.other}</Notice>}
      <Button kind="solid" type="submit" busy={busy} className="h-11 w-full">
        {submit}
      </Button>
    </form>
  );
}
