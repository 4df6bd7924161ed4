import { useState } from 'react';
import { t } from '~/i18n';
import { size } from '~/i18n/format';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { Select } from '~/kit/select';
import { useAct } from '~/page/use-act';
import { limitRate, type Import } from './api';

const MIB = 2 ** 20;
const rates = [0, MIB / 4, MIB, 5 * MIB, 10 * MIB, 50 * MIB];

/** How fast an import may read. */
export function SpeedDialog({ job, onClose }: { job: Import; onClose: () => void }) {
  const [rate, setRate] = useState(job.rate);
  const { busy, act } = useAct();
  const offered = rates.includes(job.rate) ? rates : [...rates, job.rate].sort((a, b) => a - b);
  const save = async () => {
    if (await act(() => limitRate(job.import_id, rate), t('common.saved'))) onClose();
  };
  return (
    <Dialog
      open
      calm
      onOpenChange={(open) => !open && onClose()}
      title={t('imports.speedTitle')}
      description={t('imports.speedText')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="solid" busy={busy} disabled={rate === job.rate} onClick={() => void save()}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <Select
        label={t('imports.speed')}
        value={String(rate)}
        onChange={(value) => setRate(Number(value))}
        options={offered.map((value) => ({
          value: String(value),
          label: value === 0 ? t('imports.speedFree') : t('imports.perSecond', { size: size(value) }),
        }))}
      />
    </Dialog>
  );
}
