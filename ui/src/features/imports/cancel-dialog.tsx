import { useState } from 'react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { ChoiceCards } from '~/kit/choice-cards';
import { Dialog } from '~/kit/dialog';
import { useAct } from '~/page/use-act';
import { cancelImport, type Import } from './api';
import { hereOf } from './words';

const textOf = (of: Import, n: number): string => {
  if (n === 0) return t('imports.cancelNone');
  return of.may_take_back ? t('imports.cancelText', { n }) : t('imports.cancelStays', { n });
};

/** Asks whether the files that came go to the trash with the import. */
export function CancelDialog({ of, onClose }: { of: Import; onClose: () => void }) {
  const [what, setWhat] = useState<'keep' | 'back'>('keep');
  const { busy, act } = useAct();
  const n = hereOf(of);
  const cancel = async () => {
    if (await act(() => cancelImport(of.import_id, what === 'back'), t('imports.canceled'))) onClose();
  };
  return (
    <Dialog
      open
      calm
      onOpenChange={(open) => !open && onClose()}
      title={t('imports.cancelTitle')}
      description={textOf(of, n)}
      footer={
        <>
          <Button onClick={onClose}>{t('imports.goOn')}</Button>
          <Button kind="danger" busy={busy} onClick={() => void cancel()}>
            {t('imports.cancelGo')}
          </Button>
        </>
      }
    >
      {n > 0 && of.may_take_back && (
        <ChoiceCards
          label={t('imports.cancelText', { n })}
          value={what}
          onChange={setWhat}
          choices={[
            { value: 'keep', label: t('imports.cancelKeep'), hint: t('imports.cancelKeepHint') },
            { value: 'back', label: t('imports.cancelTakeBack'), hint: t('imports.cancelTakeBackHint') },
          ]}
        />
      )}
    </Dialog>
  );
}
