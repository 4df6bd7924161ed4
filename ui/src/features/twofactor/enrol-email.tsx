import { useState } from 'react';
import { CodeEntry } from '~/page/codes/code-entry';
import { useAttempt } from '~/page/codes/use-attempt';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Notice } from '~/kit/notice';
import { sendEnrolCode } from './api';

const send = () => sendEnrolCode('email');

/** A code to the proven address of the account. */
export function EnrolEmail({ email, onCode }: { email: string; onCode: (code: string) => Promise<void> }) {
  const [sent, setSent] = useState(false);
  const { busy, problem, attempt } = useAttempt();
  if (sent) {
    return (
      <CodeEntry
        text={t('codes.sentTo', { to: email })}
        submit={t('twofactor.turnOn')}
        onCode={onCode}
        onAgain={send}
      />
    );
  }
  return (
    <div className="grid gap-4">
      <p className="text-pretty text-muted">{t('twofactor.emailSend', { email })}</p>
      {problem && <Notice tone="danger">{problem}</Notice>}
      <Button
        kind="solid"
        busy={busy}
        className="h-11 w-full"
        onClick={() => void attempt(send).then((worked) => worked && setSent(true))}
      >
        {t('twofactor.sendCode')}
      </Button>
    </div>
  );
}
