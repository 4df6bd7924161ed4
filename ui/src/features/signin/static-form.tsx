import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { faultText, keyText } from '~/api/fault';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { TextField } from '~/kit/field';

type Props = {
  /** Rejects with what the server said. */
  onCode: (code: string) => Promise<unknown>;
  children: ReactNode;
};

/** One of the codes that help when everything else is out of reach. */
export function StaticForm({ onCode, children }: Props) {
  const [code, setCode] = useState('');
  const [empty, setEmpty] = useState(false);
  const { mutate, isPending, error, reset } = useMutation({ mutationFn: onCode });
  const words = error ? faultText(error) : empty ? keyText('required') : undefined;
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        setEmpty(!code.trim());
        if (code.trim()) mutate(code.trim());
      }}
    >
      <TextField
        latin
        autoFocus
        label={t('signin.stepStatic')}
        value={code}
        autoComplete="off"
        inputMode="numeric"
        placeholder="12345-67890"
        enterKeyHint="done"
        {...(words && { error: words })}
        onChange={(event) => {
          setCode(event.currentTarget.value);
          setEmpty(false);
          if (error) reset();
        }}
        className="text-center! text-lg tracking-widest"
      />
      {children}
      <Button type="submit" kind="solid" busy={isPending} className="h-11">
        {t('signin.confirm')}
      </Button>
    </form>
  );
}
