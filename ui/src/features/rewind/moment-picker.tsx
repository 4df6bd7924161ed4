import { CalendarDays } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { calendarLocale, calendarWords, ZONE } from '~/page/dates/locale';
import { t } from '~/i18n';
import { clock, day, fullDate } from '~/i18n/format';
import { Calendar } from '~/kit/calendar';
import { isoDayOf } from '~/kit/calendar-math';
import { cx } from '~/kit/cx';
import { Field, inputClass } from '~/kit/field';
import { Popover } from '~/kit/popover';
import { DAYS, earliest, clampMoment, parseClock, STEP, withDay, withMinutes } from './moment';

type Props = { now: number; at: number; onChange: (at: number) => void };

/** Day, hour, and a slider over all that is kept. */
export function MomentPicker({ now, at, onChange }: Props) {
  const [open, setOpen] = useState(false);
  const change = (next: number) => onChange(clampMoment(next, now));
  const today = isoDayOf(at, ZONE);
  const time = useRef<HTMLInputElement>(null);
  // It stays the same field, which keeps the focus.
  useEffect(() => {
    if (time.current) time.current.value = clock(at);
  }, [at]);
  const takeTime = (input: HTMLInputElement) => {
    const minutes = parseClock(input.value);
    if (minutes !== null && input.value !== clock(at)) change(withMinutes(at, minutes));
    else input.value = clock(at);
  };
  return (
    <div className="grid grid-cols-[1fr_7rem] gap-x-3 gap-y-3">
      <Field label={t('rewind.date')}>
        {(aria) => (
          <Popover
            open={open}
            onOpenChange={setOpen}
            label={t('rewind.date')}
            trigger={
              <button type="button" id={aria.id} className={cx(inputClass, 'flex items-center gap-2 text-start')}>
                <CalendarDays size={16} aria-hidden="true" className="shrink-0 text-muted" />
                <span className="truncate">{day(at)}</span>
              </button>
            }
          >
            <Calendar
              locale={calendarLocale()}
              words={calendarWords()}
              from={today}
              to={today}
              min={isoDayOf(earliest(now), ZONE)}
              max={isoDayOf(now, ZONE)}
              onPick={(picked) => {
                change(withDay(at, picked));
                setOpen(false);
              }}
            />
          </Popover>
        )}
      </Field>
      <Field label={t('rewind.time')}>
        {(aria) => (
          <input
            {...aria}
            ref={time}
            dir="ltr"
            inputMode="numeric"
            defaultValue={clock(at)}
            onBlur={(event) => takeTime(event.currentTarget)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') takeTime(event.currentTarget);
            }}
            className={cx(inputClass, 'text-center')}
          />
        )}
      </Field>
      <input
        type="range"
        aria-label={t('rewind.slider', { n: DAYS })}
        aria-valuetext={fullDate(at)}
        min={earliest(now)}
        max={now}
        step={STEP}
        value={at}
        onInput={(event) => change(Number(event.currentTarget.value))}
        className="col-span-2 h-6 w-full accent-brand pointer-coarse:h-11"
      />
    </div>
  );
}
