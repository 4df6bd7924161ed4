import { useState } from 'react';
import { DayField } from '~/page/dates/day-field';
import { ZONE } from '~/page/dates/locale';
import { t } from '~/i18n';
import { dateTime, ownDigits } from '~/i18n/format';
import { AmountField } from '~/kit/amount-field';
import { endOfDay, isoDayOf, shiftDays } from '~/kit/calendar-math';
import { SegmentedControl } from '~/kit/segmented-control';
import { after, momentOf, type Duration, type Ends, type TimeUnit } from './duration';

type Props = {
  label: string;
  value: Ends;
  onChange: (ends: Ends) => void;
  /** The label for having no end; without it an end is required. */
  never?: string;
  units?: readonly TimeUnit[];
  most?: Duration;
  error?: string | undefined;
};

const allUnits: readonly TimeUnit[] = ['minute', 'hour', 'day', 'week', 'month'];

export const unitOptions = (units: readonly TimeUnit[]) =>
  units.map((unit) => ({ value: unit, label: t(`gate.${unit}`) }));

/** Until when: for ever, for some time, or until a day. */
export function EndsField({ label, value, onChange, never, units = allUnits, most, error }: Props) {
  const [now] = useState(() => new Date());
  const moment = momentOf(value, now);
  const kinds = [
    ...(never ? [{ value: 'never' as const, label: never }] : []),
    { value: 'after' as const, label: t('gate.endsAfter') },
    { value: 'at' as const, label: t('gate.endsAt') },
  ];
  const handleKind = (kind: Ends['kind']) => {
    if (kind === 'never') onChange({ kind });
    else if (kind === 'after') onChange({ kind, value: '1', unit: 'day' });
    else
      onChange({
        kind,
        at: endOfDay(isoDayOf(moment ?? after(now, { value: 1, unit: 'week' }), ZONE), ZONE).toISOString(),
      });
  };
  const until = moment && moment > now ? t('gate.until', { when: dateTime(moment) }) : undefined;
  return (
    <div className="grid gap-2">
      <SegmentedControl label={label} value={value.kind} segments={kinds} onChange={handleKind} />
      {value.kind === 'after' && (
        <AmountField
          hideLabel
          show={ownDigits}
          label={t('gate.endsLength')}
          unitLabel={t('gate.unit')}
          value={value.value}
          unit={value.unit}
          units={unitOptions(units)}
          onChange={(text, unit) => onChange({ kind: 'after', value: text, unit })}
          error={error}
          hint={until}
        />
      )}
      {value.kind === 'at' && (
        <DayField
          hideLabel
          label={t('gate.endsDay')}
          value={isoDayOf(value.at, ZONE)}
          min={isoDayOf(now, ZONE)}
          // A day ends with its evening.
          max={most && shiftDays(isoDayOf(after(now, most), ZONE), -1)}
          onChange={(day) => onChange({ kind: 'at', at: endOfDay(day, ZONE).toISOString() })}
          error={error}
          hint={until}
        />
      )}
    </div>
  );
}
