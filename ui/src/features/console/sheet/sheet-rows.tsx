import { FileKey2, Lock, LockOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import type { AdminCopies } from '~/api/types.gen';
import { t } from '~/i18n';
import { day } from '~/i18n/format';
import { Button } from '~/kit/button';
import { Setting, Settings } from '~/kit/setting';
import { toast } from '~/kit/toast';
import { useAct } from '~/page/use-act';
import { useMayChange } from '../use-rights';
import { sheetState, type SheetState } from './sheet-state';

type Props = {
  copies: AdminCopies;
  /** What leads to the page of the sheet, where this is not that page. */
  open?: ReactNode;
};

/** Whether there is a recovery sheet, and whether the copies at the target are encrypted with it. */
export function SheetRows({ copies, open }: Props) {
  const { sheet } = copies;
  const state = sheetState(copies);
  return (
    <Settings label={t('recoverySheet.title')}>
      <li>
        {sheet ? (
          <Setting
            icon={<FileKey2 size={20} />}
            tone={sheet.due ? 'danger' : 'success'}
            title={t('recoverySheet.name', { name: `⁨${sheet.name}⁩` })}
            text={
              <>
                {t('recoverySheet.made', { day: day(sheet.made_at) })} ·{' '}
                {t('recoverySheet.checked', { day: day(sheet.checked_at) })}
                {sheet.due && <span className="block text-danger">{t('recoverySheet.due')}</span>}
              </>
            }
            actions={open}
          />
        ) : state === 'lost' ? (
          <Setting
            icon={<FileKey2 size={20} />}
            tone="danger"
            title={t('recoverySheet.lost')}
            text={<LostText />}
            actions={open}
          />
        ) : (
          <Setting
            icon={<FileKey2 size={20} />}
            title={t('recoverySheet.none')}
            text={copies.copies.on && t('recoverySheet.noneText')}
            actions={open}
          />
        )}
      </li>
      {sheet && copies.copies.on && (
        <li>
          <SealRow state={state} />
        </li>
      )}
    </Settings>
  );
}

/** The way back to the keys, which only a shell has. */
function LostText() {
  return (
    <>
      {t('recoverySheet.lostText')} {t('recoverySheet.lostWay')}
      <code dir="ltr" className="block w-fit pt-1 font-mono text-fg">
        anbar backup sheet --enter -
      </code>
    </>
  );
}

function SealRow({ state }: { state: SheetState }) {
  const mayChange = useMayChange('system');
  switch (state) {
    case 'resealing':
      return (
        <Setting
          icon={<Lock size={20} />}
          title={t('recoverySheet.resealing')}
          text={t('recoverySheet.resealingText')}
        />
      );
    case 'sealed':
      return <Setting icon={<Lock size={20} />} tone="success" title={t('recoverySheet.sealed')} />;
    case 'foreign':
      return (
        <Setting icon={<Lock size={20} />} title={t('recoverySheet.foreign')} text={t('recoverySheet.foreignText')} />
      );
    default:
      return (
        <Setting
          icon={<LockOpen size={20} />}
          tone="danger"
          title={t('recoverySheet.clear')}
          text={t('recoverySheet.clearText')}
          actions={mayChange ? <ResealButton /> : undefined}
        />
      );
  }
}

function ResealButton() {
  const { busy, act } = useAct();
  const reseal = () =>
    act(async () => {
      const { restart } = await api.post('admin/copies/reseal');
      toast({ kind: 'success', title: t(restart ? 'recoverySheet.restart' : 'recoverySheet.resealing') });
      await changed.jobs();
    });
  return (
    <Button kind="solid" busy={busy} icon={<Lock size={17} aria-hidden="true" />} onClick={() => void reseal()}>
      {t('recoverySheet.reseal')}
    </Button>
  );
}
