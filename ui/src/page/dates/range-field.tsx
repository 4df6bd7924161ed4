import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { t } from '~/i18n';
import { cx } from '~/kit/cx';
import { inputClass } from '~/kit/field';
import { Popover } from '~/kit/popover';
import { rangeText, type DayRange } from './locale';
import { RangePicker } from './range-picker';

type Props = { label: string; value: DayRange; onChange: (range: DayRange) => void; hideLabel?: boolean };

/** A range of days behind a button that says it in words. */
export function RangeField({ label, value, onChange, hideLabel }: Props) {
  const [open, setOpen] = useState(false);
  const text = rangeText(value);
  return (
    <div className="grid min-w-0 gap-1.5">
      {!hideLabel && <span className="font-medium">{label}</span>}
      <Popover
        open={open}
        onOpenChange={setOpen}
        label={label}
        trigger={
          <button
            type="button"
            aria-label={`${label}: ${text || t('dates.anyDate')}`}
            className={cx(inputClass, 'flex items-center gap-2 text-start')}
          >
            <CalendarDays size={16} aria-hidden="true" className="shrink-0 text-muted" />
            <span className={cx('min-w-0 flex-1 truncate', !text && 'text-muted')}>{text || t('dates.anyDate')}</span>
          </button>
        }
      >
        <RangePicker value={value} onChange={onChange} onDone={() => setOpen(false)} />
      </Popover>
    </div>
  );
}
