import { Bell, BellRing } from 'lucide-react';
import { useState } from 'react';
import type { LeaseHolder } from '~/api/types';
import { isolate, t } from '~/i18n';
import { clock } from '~/i18n/format';
import { Avatar } from '~/kit/avatar';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { CopyButton } from './copy-button';

type Props = {
  holder: LeaseHolder;
  /** The user waits for the end of it. */
  isWaiting: boolean;
  onWait: (() => void) | undefined;
  onCopy: () => Promise<void>;
  /** Missing where the user may not edit. */
  onTakeOver: (() => Promise<void>) | undefined;
};

/** Someone else edits the file. */
export function LeaseBar({ holder, isWaiting, onWait, onCopy, onTakeOver }: Props) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const where = t(`editors.via_${holder.via}`, { device: isolate(holder.device) });
  return (
    <section
      aria-label={t('editors.holder')}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-warning-soft px-3 py-2 sm:px-5"
    >
      <Avatar name={holder.name} className="size-9" />
      <div className="min-w-48 flex-1">
        <p role="status" className="font-semibold">
          {t('editors.editing', { name: isolate(holder.name), time: clock(holder.since) })}
        </p>
        <p className="text-xs text-muted">{where}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {onWait && (
          <Button
            kind="outline"
            aria-pressed={isWaiting}
            icon={isWaiting ? <BellRing size={17} aria-hidden="true" /> : <Bell size={17} aria-hidden="true" />}
            onClick={onWait}
          >
            {isWaiting ? t('editors.notifyOn') : t('editors.notify')}
          </Button>
        )}
        <CopyButton onCopy={onCopy} />
        {onTakeOver && (
          <Button className="text-danger!" onClick={() => setAsking(true)}>
            {t('editors.takeOver')}
          </Button>
        )}
      </div>
      {asking && onTakeOver && (
        <Dialog
          open
          onOpenChange={(open) => !open && setAsking(false)}
          title={t('editors.takeOverTitle', { name: isolate(holder.name) })}
          footer={
            <>
              <Button onClick={() => setAsking(false)}>{t('common.cancel')}</Button>
              <Button
                kind="danger"
                busy={busy}
                onClick={() => {
                  setBusy(true);
                  void onTakeOver().finally(() => {
                    setBusy(false);
                    setAsking(false);
                  });
                }}
              >
                {t('editors.takeOverDo')}
              </Button>
            </>
          }
        >
          <p className="text-pretty text-muted">{t('editors.takeOverText', { name: isolate(holder.name) })}</p>
        </Dialog>
      )}
    </section>
  );
}
