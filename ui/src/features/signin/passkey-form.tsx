import { Fingerprint } from 'lucide-react';
import { useMutation } from '~/api/use-mutation';
import type { ReactNode } from 'react';
import { passkeyProblem } from './passkey-words';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Notice } from '~/kit/notice';

type Props = {
  /** Rejects with the error of the server or the browser. */
  onKey: () => Promise<unknown>;
  children: ReactNode;
};

/** A passkey as the second step. The browser's window opens only at the press of a button. */
export function PasskeyForm({ onKey, children }: Props) {
  const { mutate, isPending, error } = useMutation({ mutationFn: onKey });
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      {children}
      {error && <Notice tone="danger">{passkeyProblem(error)}</Notice>}
      <Button
        type="submit"
        kind="solid"
        autoFocus
        busy={isPending}
        icon={<Fingerprint size={18} aria-hidden="true" />}
        className="h-11"
      >
        {t('signin.stepPasskeyUse')}
      </Button>
    </form>
  );
}
