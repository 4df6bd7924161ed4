import { useEffect, useRef, useState, type ReactNode } from 'react';
import { num, t } from '~/i18n';
import { Button } from '~/kit/button';
import { CodeField } from '~/kit/code-field';
import { ResendButton } from '~/page/resend-button';
import { useCountdown } from '~/kit/use-countdown';
import { useAttempt } from './use-attempt';

/** Seconds before a code can be sent once more. */
export const WAIT = 60;

type Props = {
  /** Where the code is to be found, unless the page says so. */
  text?: ReactNode;
  submit: string;
  /** The confirmed action weakens the account. */
  danger?: boolean | undefined;
  label?: string;
  /** Both reject with the server's error. */
  onCode: (code: string) => Promise<unknown>;
  /** Sends another one; not for codes that an app makes. */
  onAgain?: (() => Promise<unknown>) | undefined;
  /** None was sent right before. */
  atOnce?: boolean;
  /** No code was sent yet: the first one is requested as soon as this is shown. */
  asks?: boolean;
  /** The time of the last code, unless it was sent just now. */
  sentAt?: number | undefined;
  /** Between the code and the button. */
  children?: ReactNode;
  /** Another way, beside sending again. */
  other?: ReactNode;
};

/** Six digits sent to the user or shown by their app. The last digit submits them. */
export function CodeEntry(props: Props) {
  const { text, submit, danger, label, onCode, onAgain, atOnce, asks, sentAt, children, other } = props;
  const [code, setCode] = useState('');
  const [first] = useState(() => (atOnce || asks ? 0 : secondsLeft(sentAt)));
  const { busy, problem, attempt, setProblem } = useAttempt();
  const send = async (full: string) => {
    if (full.length < 6) setProblem(t('codes.short'));
    else if (!(await attempt(() => onCode(full)))) setCode('');
  };
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void send(code);
      }}
    >
      {text && <div className="text-pretty text-muted">{text}</div>}
      <CodeField
        autoFocus
        label={label ?? t('codes.code')}
        value={code}
        error={problem}
        show={(digit) => num(Number(digit))}
        onChange={(next) => {
          setCode(next);
          setProblem(undefined);
        }}
        onFull={(full) => void send(full)}
      />
      {children}
      <Button kind={danger ? 'danger' : 'solid'} type="submit" busy={busy} className="h-11 w-full">
        {submit}
      </Button>
      {(onAgain || other) && (
        <div className="-mt-1 flex flex-wrap items-center justify-center gap-1">
          {onAgain && <CodeResend first={first} asks={asks} disabled={busy} onAgain={() => attempt(onAgain)} />}
          {other}
        </div>
      )}
    </form>
  );
}

const secondsLeft = (sentAt = Date.now()) => Math.max(0, WAIT - Math.round((Date.now() - sentAt) / 1000));

type AgainProps = {
  first: number;
  asks: boolean | undefined;
  disabled: boolean;
  /** Says whether it worked. */
  onAgain: () => Promise<boolean>;
};

function CodeResend({ first, asks, disabled, onAgain }: AgainProps) {
  const { left, restart } = useCountdown(WAIT, first);
  const again = async () => {
    if (await onAgain()) restart();
  };
  const asked = useRef(!asks);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    void again();
  });
  return <ResendButton left={left} disabled={disabled} onClick={() => void again()} />;
}
