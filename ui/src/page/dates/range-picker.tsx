import { useState } from 'react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Calendar } from '~/kit/calendar';
import { shiftDays, todayIso, type IsoDay } from '~/kit/calendar-math';
import { anyDay, calendarLocale, calendarWords, type DayRange } from './locale';

type Props = { value: DayRange; onChange: (range: DayRange) => void; onDone?: () => void };

/** The first click says from when, the second until when; the common ranges are one click. */
export function RangePicker({ value, onChange, onDone }: Props) {
  const locale = calendarLocale();
  const [start, setStart] = useState<IsoDay | null>(null);
  const now = todayIso(locale);
  const finishRange = (range: DayRange) => {
    setStart(null);
    onChange(range);
    onDone?.();
  };
  const handlePick = (day: IsoDay) => {
    if (!start) {
      setStart(day);
      onChange({ from: day, to: day });
    } else finishRange(day < start ? { from: day, to: start } : { from: start, to: day });
  };
  const presets = [
    ['dates.today', { from: now, to: now }],
    ['dates.lastWeek', { from: shiftDays(now, -6), to: now }],
    ['dates.lastMonth', { from: shiftDays(now, -29), to: now }],
    ['dates.clearDate', anyDay],
  ] as const;
  return (
    <div className="grid justify-items-center gap-2">
      <Calendar locale={locale} words={calendarWords()} from={value.from} to={value.to} max={now} onPick={handlePick} />
      <div className="flex w-70 flex-wrap gap-1 border-t border-line pt-2">
        {presets.map(([key, range]) => (
          <Button
            key={key}
            className="h-8! px-2.5! text-xs font-medium! pointer-coarse:h-11!"
            onClick={() => finishRange(range)}
          >
            {t(key)}
          </Button>
        ))}
      </div>
    </div>
  );
}
