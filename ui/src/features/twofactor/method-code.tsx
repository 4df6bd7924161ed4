import { useState, type ReactNode } from 'react';
import { CodeEntry } from '~/page/codes/code-entry';
import { useAttempt } from '~/page/codes/use-attempt';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Notice } from '~/kit/notice';
import type { Method } from './api';

type Props = {
  method: Method;
  submit: string;
  danger?: boolean | undefined;
  /** Sends a code for the method. */
  send: (method: Method) => Promise<unknown>;
  onCode: (code: string) => Promise<void>;
  other?: ReactNode;
};

/** Asks for a code of an enabled method: an app shows it, any other is sent on request. */
export function MethodCode({ method, submit, danger, send, onCode, other }: Props) {
  const [sent, setSent] = useState(false);
  const { busy, problem, attempt } = useAttempt();
  if (method === 'totp') {
    return <CodeEntry text={t('twofactor.appCode')} submit={submit} danger={danger} onCode={onCode} other={other} />;
  }
  if (sent) {
    return (
      <CodeEntry
        text={t(method === 'sms' ? 'twofactor.sentSms' : 'twofactor.sentEmail')}
        submit={submit}
        danger={danger}
        onCode={onCode}
        onAgain={() => send(method)}
        other={other}
      />
    );
  }
  return (
    <div className="grid gap-4">
      <p className="text-pretty text-muted">{t(method === 'sms' ? 'twofactor.willSms' : 'twofactor.willEmail')}</p>
      {problem && <Notice tone="danger">{problem}</Notice>}
      <Button
        kind="solid"
        busy={busy}
        className="h-11 w-full"
        onClick={() => void attempt(() => send(method)).then((worked) => worked && setSent(true))}
      >
        {t('twofactor.sendCode')}
      </Button>
      {other && <div className="flex justify-center">{other}</div>}
    </div>
  );
}
