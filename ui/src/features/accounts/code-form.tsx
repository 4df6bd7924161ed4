import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { faultText } from '~/api/fault';
import { num, t } from '~/i18n';
import { Button } from '~/kit/button';
import { CodeField } from '~/kit/code-field';
import { Notice } from '~/kit/notice';
import { useCountdown } from '~/kit/use-countdown';

/** Seconds before a code may be sent once more. */
export const WAIT = 60;

const LENGTH = 6;

type Props = {
  /** Rejects with what the server said. */
  onCode: (code: string) => Promise<unknown>;
  /** Sends another code, where one is sent. */
  onAgain?: (() => Promise<unknown>) | undefined;
  /** When one was sent already; without it the form asks for the first one itself. */
  sentAt?: number | undefined;
  /** Between the code and the button. */
  children?: ReactNode;
};

/** Six digits that came by mail, by text message, or out of an app. The last one sends them. */
export function CodeForm({ onCode, onAgain, sentAt, children }: Props) {
  const [code, setCode] = useState('');
  const [first] = useState(() => (sentAt ? Math.max(0, WAIT - Math.round((Date.now() - sentAt) / 1000)) : 0));
  const { left, restart } = useCountdown(WAIT, first);
  const check = useMutation({ mutationFn: onCode, onError: () => setCode('') });
  const again = useMutation({ mutationFn: async () => onAgain?.(), onSuccess: restart });

  const asked = useRef(!onAgain || sentAt !== undefined);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    again.mutate();
  }, [again]);

  const { isPending, error } = check;
  const send = (full: string) => {
    if (full.length === LENGTH && !isPending) check.mutate(full);
  };
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        send(code);
      }}
    >
      <CodeField
        autoFocus
        label={t('signin.code')}
        value={code}
        onChange={(next) => {
          setCode(next);
          if (error) check.reset();
        }}
        onFull={send}
        show={(digit) => num(Number(digit))}
        error={error ? faultText(error) : undefined}
      />
      {children}
      {again.error && <Notice tone="danger">{faultText(again.error)}</Notice>}
      <Button type="submit" kind="solid" busy={isPending} disabled={code.length < LENGTH} className="h-11">
        {t('signin.confirm')}
      </Button>
      {onAgain && (
        <Button
          disabled={left > 0}
          busy={again.isPending}
          onClick={() => again.mutate()}
          className="justify-self-center tabular-nums"
        >
          {again.isPending && t('signin.sending')}
          {!again.isPending && (left > 0 ? t('signin.sendAgainIn', { n: left }) : t('signin.sendAgain'))}
        </Button>
      )}
    </form>
  );
}
