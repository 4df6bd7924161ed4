import { useMutation } from '@tanstack/react-query';
import { CircleCheck, MailCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { faultText } from '~/api/fault';
import { useMe } from '~/api/me';
import { Failed } from '~/features/frame/failed';
import { Plain } from '~/features/frame/plain';
import { num, t, useLang } from '~/i18n';
import { Button } from '~/kit/button';
import { CodeField } from '~/kit/code-field';
import { Skeleton } from '~/kit/skeleton';
import { State } from '~/kit/state';
import { toast } from '~/kit/toast';
import { sendEmailCode, verifyEmail } from './api';

/** Proves by a code that the address is the person's own. */
export function VerifyEmailPage() {
  useLang();
  const { data: me, error, refetch } = useMe();
  const [, navigate] = useLocation();
  const back = () => (history.length > 1 ? history.back() : navigate('/workspace'));
  return (
    <Plain>
      <div className="mx-auto max-w-md py-6">
        {!me && error && <Failed error={error} retry={refetch} />}
        {!me && !error && <Skeleton className="h-72 w-full rounded-card" />}
        {me && (me.is_email_validated || !me.email) && (
          <State
            page
            icon={<CircleCheck size={36} strokeWidth={1.6} />}
            title={t(me.email ? 'accounts.verifiedTitle' : 'accounts.noEmailTitle')}
            text={me.email ? <bdi>{me.email}</bdi> : t('accounts.noEmailText')}
            actions={
              <Button kind="solid" onClick={back}>
                {t('common.back')}
              </Button>
            }
          />
        )}
        {me?.email && !me.is_email_validated && <CodeForm email={me.email} onDone={back} />}
      </div>
    </Plain>
  );
}

const WAIT = 60;

/** Seconds until another code may be asked for. */
function usePause(): [left: number, start: () => void] {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, () => setLeft(WAIT)];
}

function CodeForm({ email, onDone }: { email: string; onDone: () => void }) {
  const [code, setCode] = useState('');
  const [left, pause] = usePause();
  const check = useMutation({
    mutationFn: verifyEmail,
    onSuccess: () => {
      toast({ kind: 'success', title: t('accounts.verified') });
      onDone();
    },
    onError: () => setCode(''),
  });
  const send = useMutation({
    mutationFn: sendEmailCode,
    onSuccess: pause,
    onError: (error) => void toast({ kind: 'error', title: faultText(error) }),
  });
  // Who comes here wants a code.
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    send.mutate();
  }, [send]);
  return (
    <section className="rounded-card border border-line bg-surface p-6 text-center shadow-card sm:p-8">
      <span
        aria-hidden="true"
        className="mx-auto mb-4 grid size-16 place-items-center rounded-3xl bg-brand-soft text-brand"
      >
        <MailCheck size={30} strokeWidth={1.7} />
      </span>
      <h1 className="text-xl font-extrabold">{t('accounts.verifyTitle')}</h1>
      <p className="mt-2 mb-6 text-pretty text-muted">{t('accounts.verifyText', { email })}</p>
      <CodeField
        autoFocus
        label={t('accounts.verifyCode')}
        value={code}
        onChange={setCode}
        onFull={(full) => check.mutate(full)}
        show={(digit) => num(Number(digit))}
        error={check.error ? faultText(check.error) : undefined}
      />
      <div className="mt-6 flex flex-wrap items-center justify-center gap-2">
        <Button kind="solid" busy={check.isPending} disabled={code.length < 6} onClick={() => check.mutate(code)}>
          {t('accounts.verifySubmit')}
        </Button>
        <Button disabled={left > 0} busy={send.isPending} onClick={() => send.mutate()}>
          {left > 0 ? t('accounts.verifyWait', { n: left }) : t('accounts.verifyAgain')}
        </Button>
      </div>
    </section>
  );
}
