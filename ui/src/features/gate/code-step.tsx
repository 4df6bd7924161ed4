import { useState } from 'react';
import { Fault, faultText } from '~/api/fault';
import { num, t } from '~/i18n';
import { Button } from '~/kit/button';
import { CodeField } from '~/kit/code-field';
import { ResendButton } from '~/page/resend-button';
import { useCountdown } from '~/kit/use-countdown';

/** Seconds before the code can be sent once more. */
const WAIT = 60;

type Props = {
  email: string;
  submit: string;
  /** Both reject with the server's error. */
  onCode: (code: string) => Promise<void>;
  onResend: () => Promise<void>;
  onBack: () => void;
};

/** The six digits that were mailed. The last digit sends them. */
export function CodeStep({ email, submit, onCode, onResend, onBack }: Props) {
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const { left, restart } = useCountdown(WAIT);

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      // The server answers a request for another code with this error.
      if (error instanceof Fault && error.key === 'code_required') setCode('');
      else {
        setCode('');
        setProblem(faultText(error));
      }
    } finally {
      setBusy(false);
    }
  };
  const send = (full: string) => {
    if (full.length === 6) void attempt(() => onCode(full));
    else setProblem(t('gate.codeShort'));
  };
  const handleResend = () => {
    restart();
    void attempt(onResend);
  };
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        send(code);
      }}
    >
      <p className="text-pretty text-muted">{t('gate.codeSent', { email })}</p>
      <CodeField
        autoFocus
        label={t('gate.code')}
        value={code}
        error={problem}
        show={(digit) => num(Number(digit))}
        onChange={(next) => {
          setCode(next);
          setProblem(undefined);
        }}
        onFull={send}
      />
      <Button kind="solid" type="submit" busy={busy} className="h-11 w-full">
        {submit}
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button onClick={onBack}>{t('gate.otherEmail')}</Button>
        <ResendButton left={left} disabled={busy} onClick={handleResend} />
      </div>
    </form>
  );
}
