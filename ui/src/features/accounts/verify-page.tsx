import { MailCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { api } from '~/api/client';
import { faultText } from '~/api/fault';
import { meQuery } from '~/api/me';
import { queryClient } from '~/api/query';
import { num, t } from '~/i18n';
import { Button } from '~/kit/button';
import { CodeField } from '~/kit/code-field';
import { Notice } from '~/kit/notice';
import { toast } from '~/kit/toast';
import { useCountdown } from '~/kit/use-countdown';

import { Welcome } from './welcome';

const path = 'accounts/v1/users/verify-email';

/** Proves that the address of one's account is one's own, by the code that was mailed there. */
export function VerifyPage() {
  const me = useQuery(meQuery).data;
  if (!me) return null;
  if (me.is_email_validated) return <Done />;
  if (!me.email) {
    return (
      <Welcome title={t('accounts.verifyTitle')}>
        <Notice tone="warning">{t('accounts.verifyNoEmail')}</Notice>
      </Welcome>
    );
  }
  return <Prove email={me.email} />;
}

function Done() {
  const [, go] = useLocation();
  return (
    <Welcome title={t('accounts.verifiedTitle')} text={t('accounts.verifiedText')}>
      <Button kind="solid" className="h-11" onClick={() => go('/workspace')}>
        <MailCheck size={18} aria-hidden="true" />
        {t('accounts.verifiedGo')}
      </Button>
    </Welcome>
  );
}

function Prove({ email }: { email: string }) {
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const { left, restart } = useCountdown(60);
  const asked = useRef(false);

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setCode('');
      setProblem(faultText(error));
    } finally {
      setBusy(false);
    }
  };
  const send = () =>
    attempt(async () => {
      await api.get(path);
    });
  const prove = (full: string) => {
    if (full.length < 6) return setProblem(t('accounts.verifyShort'));
    return void attempt(async () => {
      await api.post(path, { token: full });
      await queryClient.invalidateQueries();
      toast({ title: t('accounts.verifiedTitle'), kind: 'success' });
    });
  };
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    void send();
  });
  return (
    <Welcome title={t('accounts.verifyTitle')} text={t('accounts.verifyText', { email })}>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          prove(code);
        }}
      >
        <CodeField
          autoFocus
          label={t('accounts.verifyCode')}
          value={code}
          error={problem}
          show={(digit) => num(Number(digit))}
          onChange={(next) => {
            setCode(next);
            setProblem(undefined);
          }}
          onFull={prove}
        />
        <Button kind="solid" type="submit" busy={busy} className="h-11">
          {t('accounts.verifySend')}
        </Button>
        <Button
          disabled={left > 0 || busy}
          onClick={() => {
            restart();
            void send();
          }}
        >
          {left > 0 ? t('accounts.verifyAgainIn', { n: left }) : t('accounts.verifyAgain')}
        </Button>
      </form>
    </Welcome>
  );
}
