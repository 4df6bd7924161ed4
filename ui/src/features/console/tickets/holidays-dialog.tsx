import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { faultText } from '~/api/fault';
import { DayField } from '~/page/dates/day-field';
import { ZONE } from '~/page/dates/locale';
import { t } from '~/i18n';
import { day } from '~/i18n/format';
import { Button } from '~/kit/button';
import { startOfDay } from '~/kit/calendar-math';
import { Dialog } from '~/kit/dialog';
import { TextField } from '~/kit/field';
import { IconButton } from '~/kit/icon-button';
import { Notice } from '~/kit/notice';
import { toast } from '~/kit/toast';
import { saveHolidays, type Holiday } from './tickets-api';

const dayText = (iso: string) => day(startOfDay(iso, ZONE));

/** The days beside Thursday and Friday on which nobody works. */
export function HolidaysDialog({ all, onClose }: { all: readonly Holiday[]; onClose: () => void }) {
  const [list, setList] = useState(all);
  const [next, setNext] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const handleAdd = () => {
    if (!next) return;
    setList([...list.filter((one) => one.day !== next), { day: next, name }].sort((a, b) => (a.day < b.day ? -1 : 1)));
    setNext(null);
    setName('');
  };
  const save = async () => {
    setBusy(true);
    try {
      await saveHolidays(list);
      toast({ kind: 'success', title: t('common.saved') });
      onClose();
    } catch (error) {
      setProblem(faultText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      width="md"
      onOpenChange={(open) => !open && onClose()}
      title={t('tickets.holidays')}
      description={t('tickets.holidaysText')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="solid" busy={busy} onClick={() => void save()}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <div className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_auto]">
          <DayField label={t('tickets.holidayDay')} value={next} onChange={setNext} />
          <TextField
            label={t('tickets.holidayName')}
            value={name}
            maxLength={150}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button kind="outline" disabled={!next} icon={<Plus size={17} aria-hidden="true" />} onClick={handleAdd}>
            {t('tickets.addHoliday')}
          </Button>
        </div>
        {list.length === 0 && <p className="text-muted">{t('tickets.holidaysNone')}</p>}
        <ul aria-label={t('tickets.holidays')} className="divide-y divide-line">
          {list.map((one) => (
            <li key={one.day} className="flex items-center gap-3 py-1">
              <span className="font-medium">{dayText(one.day)}</span>
              <span className="min-w-0 flex-1 truncate text-muted">
                <bdi>{one.name}</bdi>
              </span>
              <IconButton
                label={t('tickets.removeHoliday', { day: dayText(one.day) })}
                onClick={() => setList(list.filter((other) => other !== one))}
              >
                <X size={17} aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
        {problem && (
          <Notice tone="danger">
            <p role="alert">{problem}</p>
          </Notice>
        )}
      </div>
    </Dialog>
  );
}
