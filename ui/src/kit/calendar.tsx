import { ChevronLeft, ChevronsLeft } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { CalendarGrid } from './calendar-grid';
import {
  dayIn,
  isoOf,
  monthTitle,
  moveDate,
  todayIso,
  type CalendarLocale,
  type IsoDay,
  type Move,
} from './calendar-math';
import { IconButton } from './icon-button';

export interface CalendarWords {
  readonly previousMonth: string;
  readonly nextMonth: string;
  readonly previousYear: string;
  readonly nextYear: string;
}

type Props = {
  locale: CalendarLocale;
  words: CalendarWords;
  /** The chosen day, or the ends of a range; either may be open. */
  from: IsoDay | null;
  to: IsoDay | null;
  min?: IsoDay | undefined;
  max?: IsoDay | undefined;
  onPick: (day: IsoDay) => void;
};

const keys: Record<string, [Move, 1 | -1]> = {
  ArrowDown: ['week', 1],
  ArrowUp: ['week', -1],
  PageDown: ['month', 1],
  PageUp: ['month', -1],
  Home: ['weekStart', 1],
  End: ['weekEnd', 1],
};

/** A month to choose days from, in the calendar of the locale. Arrow keys follow the direction of the page. */
export function Calendar({ locale, words, from, to, min, max, onPick }: Props) {
  const [focused, setFocused] = useState(() => dayIn(to ?? from ?? todayIso(locale), locale));
  const byKey = useRef(false);
  const grid = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!byKey.current) return;
    byKey.current = false;
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [focused]);

  const handleKeyDown = (event: KeyboardEvent) => {
    const forward = locale.rtl ? 'ArrowLeft' : 'ArrowRight';
    const backward = locale.rtl ? 'ArrowRight' : 'ArrowLeft';
    let step: [Move, 1 | -1] | undefined = keys[event.key];
    if (event.key === forward) step = ['day', 1];
    if (event.key === backward) step = ['day', -1];
    if (!step) return;
    event.preventDefault();
    const [move, by] = step;
    byKey.current = true;
    setFocused(moveDate(focused, event.shiftKey && move === 'month' ? 'year' : move, by, locale.firstDay));
  };
  const moveMonth = (move: Move, by: 1 | -1) => setFocused(moveDate(focused, move, by, locale.firstDay));
  const moves = [
    { label: words.previousYear, move: 'year', by: -1, Icon: ChevronsLeft },
    { label: words.previousMonth, move: 'month', by: -1, Icon: ChevronLeft },
    { label: words.nextMonth, move: 'month', by: 1, Icon: ChevronLeft },
    { label: words.nextYear, move: 'year', by: 1, Icon: ChevronsLeft },
  ] as const;
  const buttons = moves.map(({ label, move, by, Icon }) => (
    <IconButton key={label} label={label} onClick={() => moveMonth(move, by)}>
      <Icon size={18} aria-hidden="true" className={by < 0 ? 'rtl:rotate-180' : 'ltr:rotate-180'} />
    </IconButton>
  ));
  return (
    <div className="w-70 max-w-full select-none">
      <div className="mb-1 flex items-center">
        {buttons.slice(0, 2)}
        <p aria-live="polite" className="min-w-0 flex-1 text-center font-semibold">
          {monthTitle(locale, focused)}
        </p>
        {buttons.slice(2)}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its days are the buttons that have the focus */}
      <div ref={grid} onKeyDown={handleKeyDown}>
        <CalendarGrid
          locale={locale}
          focused={isoOf(focused)}
          from={from}
          to={to}
          min={min}
          max={max}
          onPick={(day) => {
            setFocused(dayIn(day, locale));
            onPick(day);
          }}
        />
      </div>
    </div>
  );
}
