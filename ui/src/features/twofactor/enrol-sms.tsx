import { useState, type FormEvent } from 'react';
import { keyText } from '~/api/fault';
import type { User } from '~/api/types';
import { CodeEntry } from '~/page/codes/code-entry';
import { useAttempt } from '~/page/codes/use-attempt';
import { t } from '~/i18n';
import { ownDigits } from '~/i18n/format';
import { typedLogin } from '~/kit/digits';
import { Button } from '~/kit/button';
import { TextField } from '~/kit/field';
import { sendEnrolCode } from './api';

type Props = { me: User; onCode: (code: string) => Promise<void> };

/** The number may be another one than that of the account. */
export function EnrolSms({ me, onCode }: Props) {
  const [number, setNumber] = useState(me.mobile);
  const [sent, setSent] = useState(false);
  const { busy, problem, attempt, setProblem } = useAttempt();
  const mobile = typedLogin(number);
  const send = () => sendEnrolCode('sms', mobile);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!/^09\d{9}$/.test(mobile)) setProblem(keyText('invalid_mobile'));
    else if (await attempt(send)) setSent(true);
  };
  if (sent) {
    return (
      <CodeEntry
        text={t('codes.sentTo', { to: ownDigits(mobile) })}
        submit={t('twofactor.turnOn')}
        onCode={onCode}
        onAgain={send}
        other={<Button onClick={() => setSent(false)}>{t('twofactor.otherNumber')}</Button>}
      />
    );
  }
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <p className="text-pretty text-muted">{t('twofactor.smsSend')}</p>
      <TextField
        label={t('twofactor.mobile')}
        latin
        inputMode="tel"
        autoComplete="tel-national"
        value={number}
        error={problem}
        onChange={(event) => {
          setNumber(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
      <Button kind="solid" type="submit" busy={busy} className="h-11 w-full">
        {t('twofactor.sendCode')}
      </Button>
    </form>
  );
}
