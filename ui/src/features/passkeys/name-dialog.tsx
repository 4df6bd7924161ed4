import { useState, type FormEvent } from 'react';
import { faultText, keyText } from '~/api/fault';
import { isRegistered, isDismissal } from '~/api/webauthn';
import { useAttempt } from '~/page/codes/use-attempt';
import type { Passkey } from '~/api/types';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { TextField } from '~/kit/field';
import { toast } from '~/kit/toast';
import { addPasskey, renamePasskey } from './api';
import { suggestedName } from './support';

function wordsOf(error: unknown): string {
  if (isDismissal(error)) return t('passkeys.dismissed');
  return isRegistered(error) ? t('passkeys.registered') : faultText(error);
}

/** The name of a key in the list: of a new one, or another name for an existing one. */
export function NameDialog({ passkey, onClose }: { passkey?: Passkey; onClose: () => void }) {
  const [name, setName] = useState(() => passkey?.name ?? suggestedName(navigator.userAgent));
  const { busy, problem, attempt, setProblem } = useAttempt(wordsOf);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const chosen = name.trim();
    if (!chosen) return setProblem(keyText('required'));
    const done = await attempt(() => (passkey ? renamePasskey(passkey.passkey_id, chosen) : addPasskey(chosen)));
    if (!done) return undefined;
    toast({ kind: 'success', title: t(passkey ? 'common.saved' : 'passkeys.added') });
    return onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(passkey ? 'passkeys.renameTitle' : 'passkeys.addTitle')}
      description={passkey ? undefined : t('passkeys.addText')}
    >
      <form noValidate className="grid gap-4" onSubmit={(event) => void save(event)}>
        <TextField
          label={t('passkeys.name')}
          maxLength={100}
          autoComplete="off"
          value={name}
          error={problem}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem(undefined);
          }}
        />
        <div className="flex justify-end gap-2 max-sm:flex-col-reverse">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="solid" type="submit" busy={busy}>
            {t(passkey ? 'common.save' : 'passkeys.make')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
