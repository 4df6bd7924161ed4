import { useState, type FormEvent } from 'react';
import { useAttempt } from '~/features/codes/use-attempt';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { TextField } from '~/kit/field';

type Props = { submit: string; onCode: (code: string) => Promise<void>; onBack: () => void };

/** A backup code, in place of one that is sent or made by an app. */
export function StaticEntry({ submit, onCode, onBack }: Props) {
  const [code, setCode] = useState('');
  const { busy, problem, attempt, setProblem } = useAttempt();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!code.trim()) setProblem(t('twofactor.staticMissing'));
    else await attempt(() => onCode(code.trim()));
  };
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void send(event)}>
      <TextField
        label={t('twofactor.staticCode')}
        latin
        autoComplete="off"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is what the step is for
        autoFocus
        value={code}
        error={problem}
        hint={t('twofactor.staticHint')}
        onChange={(event) => {
          setCode(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
      <Button kind="solid" type="submit" busy={busy} className="h-11 w-full">
        {submit}
      </Button>
      <div className="flex justify-center">
        <Button onClick={onBack}>{t('common.back')}</Button>
      </div>
    </form>
  );
}
