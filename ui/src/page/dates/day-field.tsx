import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { t } from '~/i18n';
import { day } from '~/i18n/format';
import { Calendar } from '~/kit/calendar';
import { startOfDay, type IsoDay } from '~/kit/calendar-math';
import { cx } from '~/kit/cx';
import { Field, inputClass } from '~/kit/field';
import { Popover } from '~/kit/popover';
import { calendarLocale, calendarWords, ZONE } from './locale';

type Props = {
  label: string;
  value: IsoDay | null;
  onChange: (day: IsoDay) => void;
  min?: IsoDay | undefined;
  max?: IsoDay | undefined;
  error?: string | undefined;
  hint?: string | undefined;
  hideLabel?: boolean;
};

/** One day, behind a button that says it in words. */
export function DayField({ label, value, onChange, min, max, error, hint, hideLabel }: Props) {
  const [open, setOpen] = useState(false);
  const text = value ? day(startOfDay(value, ZONE)) : '';
  return (
    <Field label={label} error={error} hint={hint} hideLabel={hideLabel}>
      {(aria) => (
        <Popover
          open={open}
          onOpenChange={setOpen}
          label={label}
          trigger={
            <button
              type="button"
              {...aria}
              aria-label={`${label}: ${text || t('dates.pick')}`}
              className={cx(inputClass, 'flex items-center gap-2 text-start')}
            >
              <CalendarDays size={16} aria-hidden="true" className="shrink-0 text-muted" />
              <span className={cx('min-w-0 flex-1 truncate', !text && 'text-muted')}>{text || t('dates.pick')}</span>
            </button>
          }
        >
          <Calendar
            locale={calendarLocale()}
            words={calendarWords()}
            from={value}
            to={value}
            min={min}
            max={max}
            onPick={(picked) => {
              onChange(picked);
              setOpen(false);
            }}
          />
        </Popover>
      )}
    </Field>
  );
}
