import { useState, type FormEvent, type ReactNode } from 'react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { TextField } from '~/kit/field';
import { useAttempt } from './use-attempt';

type Props = {
  submit: string;
  /** The confirmed action weakens the account. */
  danger?: boolean | undefined;
  /** Rejects with the server's error. */
  onCode: (code: string) => Promise<unknown>;
  hint?: string;
  /** Between the code and the button. */
  children?: ReactNode;
  /** Another way. */
  other?: ReactNode;
};

/** A backup code, in place of one that is sent or made by an app. */
export function StaticEntry({ submit, danger, onCode, hint, children, other }: Props) {
  const [code, setCode] = useState('');
  const { busy, problem, attempt, setProblem } = useAttempt();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!code.trim()) setProblem(t('codes.staticMissing'));
    else await attempt(() => onCode(code.trim()));
  };
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void send(event)}>
      <TextField
        label={t('codes.static')}
        latin
        autoComplete="off"
        spellCheck={false}
        inputMode="numeric"
        placeholder="12345-67890"
        enterKeyHint="done"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is what the step is for
        autoFocus
        value={code}
        error={problem}
        hint={hint}
        className="text-center! text-lg tracking-widest"
        onChange={(event) => {
          setCode(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
      {children}
      <Button kind={danger ? 'danger' : 'solid'} type="submit" busy={busy} className="h-11 w-full">
        {submit}
      </Button>
      {other && <div className="flex justify-center">{other}</div>}
    </form>
  );
}
