import { Share, SquarePlus, Check } from 'lucide-react';
import { useState } from 'react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { decide, installState } from './install-state';
import { isStandalone } from './platform';

const steps = [
  { key: 'pwa.ios1', Icon: Share },
  { key: 'pwa.ios2', Icon: SquarePlus },
  { key: 'pwa.ios3', Icon: Check },
] as const;

/** Safari has no prompt of its own, so the way is shown; "no" is asked again after ten days. */
export function IosGuide() {
  const [open, setOpen] = useState(() => !isStandalone() && installState(localStorage, Date.now()) === 'not-triggered');
  const answer = (state: 'installed' | 'no') => {
    decide(localStorage, state, Date.now());
    setOpen(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && answer('no')}
      title={t('pwa.iosTitle')}
      description={t('pwa.iosText')}
      footer={
        <>
          <Button onClick={() => answer('no')}>{t('common.no')}</Button>
          <Button kind="solid" onClick={() => answer('installed')}>
            {t('common.yes')}
          </Button>
        </>
      }
    >
      <ol className="grid gap-3">
        {steps.map(({ key, Icon }) => (
          <li key={key} className="flex items-center gap-3">
            <span
              className="grid size-10 shrink-0 place-items-center rounded-control bg-brand-soft text-brand"
              aria-hidden="true"
            >
              <Icon size={20} />
            </span>
            {t(key)}
          </li>
        ))}
      </ol>
      <p className="mt-5 font-medium">{t('pwa.iosAsk')}</p>
    </Dialog>
  );
}
