import { FileKey2, Lock, LockOpen } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import type { AdminCopies } from '~/api/types.gen';
import { t } from '~/i18n';
import { day } from '~/i18n/format';
import { Button } from '~/kit/button';
import { Setting, Settings } from '~/kit/setting';
import { toast } from '~/kit/toast';
import { sayFault } from '~/page/say-fault';
import { useMayChange } from '../use-rights';

type Props = {
  copies: AdminCopies;
  /** What leads to the page of the sheet, where this is not that page. */
  open?: ReactNode;
};

/** Whether there is a recovery sheet, and whether the copies at the target are encrypted with it. */
export function SheetRows({ copies: { sheet, copies }, open }: Props) {
  const mayChange = useMayChange('system');
  return (
    <Settings label={t('recoverySheet.title')}>
      <li>
        <Setting
          icon={<FileKey2 size={20} />}
          tone={!sheet ? 'calm' : sheet.due ? 'danger' : 'success'}
          title={sheet ? t('recoverySheet.name', { name: `⁨${sheet.name}⁩` }) : t('recoverySheet.none')}
          text={
            sheet ? (
              <>
                {t('recoverySheet.made', { day: day(sheet.made_at) })} ·{' '}
                {t('recoverySheet.checked', { day: day(sheet.checked_at) })}
                {sheet.due && <span className="block text-danger">{t('recoverySheet.due')}</span>}
              </>
            ) : (
              copies.on && t('recoverySheet.noneText')
            )
          }
          actions={open}
        />
      </li>
      {sheet && copies.on && (
        <li>
          {sheet.resealing || copies.resealing ? (
            <Setting
              icon={<Lock size={20} />}
              title={t('recoverySheet.resealing')}
              text={t('recoverySheet.resealingText')}
            />
          ) : sheet.sealed ? (
            <Setting icon={<Lock size={20} />} tone="success" title={t('recoverySheet.sealed')} />
          ) : (
            <Setting
              icon={<LockOpen size={20} />}
              tone="danger"
              title={t('recoverySheet.clear')}
              text={t('recoverySheet.clearText')}
              actions={mayChange ? <ResealButton /> : undefined}
            />
          )}
        </li>
      )}
    </Settings>
  );
}

function ResealButton() {
  const [busy, setBusy] = useState(false);
  const reseal = async () => {
    setBusy(true);
    try {
      const { restart } = await api.post('admin/copies/reseal');
      toast({ kind: 'success', title: t(restart ? 'recoverySheet.restart' : 'recoverySheet.resealing') });
      await changed.jobs();
    } catch (failed) {
      sayFault(failed);
    }
    setBusy(false);
  };
  return (
    <Button kind="solid" busy={busy} icon={<Lock size={17} aria-hidden="true" />} onClick={() => void reseal()}>
      {t('recoverySheet.reseal')}
    </Button>
  );
}
