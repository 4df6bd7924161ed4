import { useState } from 'react';
import { StaticEntry } from '~/page/codes/static-entry';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { Notice } from '~/kit/notice';
import { toast } from '~/kit/toast';
import { disable, sendOffCode, type Method } from './api';
import { MethodCode } from './method-code';
import { words } from './methods';

type Props = { method: Method; last: boolean; onClose: () => void };

/** Switches a second step off; by a backup code, too, when the phone is gone. */
export function DisableDialog({ method, last, onClose }: Props) {
  const [byStatic, setByStatic] = useState(false);
  const handleCode = async (code: string) => {
    await disable(method, code);
    toast({ kind: 'success', title: t(last ? 'twofactor.allOff' : 'twofactor.disabled') });
    onClose();
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t(words[method].off)}>
      <div className="grid gap-4">
        {last && <Notice tone="warning">{t('twofactor.lastWarning')}</Notice>}
        {byStatic ? (
          <StaticEntry
            submit={t('twofactor.turnOff')}
            danger={last}
            hint={t('codes.staticHint')}
            onCode={handleCode}
            other={<Button onClick={() => setByStatic(false)}>{t('common.back')}</Button>}
          />
        ) : (
          <MethodCode
            method={method}
            submit={t('twofactor.turnOff')}
            danger={last}
            send={sendOffCode}
            onCode={handleCode}
            other={<Button onClick={() => setByStatic(true)}>{t('twofactor.useStatic')}</Button>}
          />
        )}
      </div>
    </Dialog>
  );
}
