import { useState } from 'react';
import type { User } from '~/api/types';
import { t } from '~/i18n';
import { Dialog } from '~/kit/dialog';
import { toast } from '~/kit/toast';
import { enable, type Method } from './api';
import { EnrolEmail } from './enrol-email';
import { EnrolSms } from './enrol-sms';
import { EnrolTotp } from './enrol-totp';
import { words } from './methods';
import { StaticCodes } from './static-codes';

type Props = {
  method: Method;
  me: User;
  /** There are no backup codes yet: they come along. */
  first: boolean;
  onClose: () => void;
};

/** Switches a second step on, after a code proves that it works. */
export function EnrolDialog({ method, me, first, onClose }: Props) {
  const [withCodes] = useState(first);
  const [codes, setCodes] = useState<string[] | null>(null);
  // Not before: it would lie over the codes.
  const finish = () => {
    toast({ kind: 'success', title: t('twofactor.enabled') });
    onClose();
  };
  const handleCode = async (code: string) => {
    const made = await enable(method, code, withCodes);
    if (made?.length) setCodes(made);
    else finish();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(codes ? 'twofactor.codesTitle' : words[method].enrol)}
      // The codes are shown only once, so a click beside the dialog must not close it.
      persistent={codes !== null}
    >
      {codes && <StaticCodes codes={codes} onDone={finish} />}
      {!codes && method === 'totp' && <EnrolTotp onCode={handleCode} />}
      {!codes && method === 'sms' && <EnrolSms me={me} onCode={handleCode} />}
      {!codes && method === 'email' && <EnrolEmail email={me.email} onCode={handleCode} />}
    </Dialog>
  );
}
