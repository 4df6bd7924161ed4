import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import { onlyDigits } from './digits';
import { Field } from './field';

type Props = {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  /** The number as the language writes it. */
  show: (value: number) => string;
  onChange: (value: number) => void;
  fewer: string;
  more: string;
  hint?: string | undefined;
  hideLabel?: boolean;
  /** The unit, after the number. */
  unit?: string | undefined;
};

const buttonClass =
  'grid h-full w-11 shrink-0 place-items-center text-muted transition hover:bg-hover hover:text-fg disabled:pointer-events-none disabled:opacity-40';

/** A number with buttons beside it. What is typed counts once it lies between the limits; the others are corrected on leaving. */
export function NumberField(props: Props) {
  const { label, value, min, max, step = 1, show, onChange, fewer, more, hint, hideLabel, unit } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const within = (next: number) => Math.min(max, Math.max(min, next));
  const set = (next: number) => {
    setTyped(null);
    if (within(next) !== value) onChange(within(next));
  };
  return (
    <Field label={label} hint={hint} hideLabel={hideLabel}>
      {(aria) => (
        <div className="control-height flex w-full max-w-52 items-center overflow-hidden rounded-control border border-edge bg-surface focus-within:border-brand">
          <button
            type="button"
            aria-label={fewer}
            disabled={value <= min}
            className={buttonClass}
            onClick={() => set(value - step)}
          >
            <Minus size={16} aria-hidden="true" />
          </button>
          <div className="flex h-full min-w-0 flex-1 items-center border-x border-line">
            <input
              {...aria}
              inputMode="numeric"
              autoComplete="off"
              maxLength={9}
              value={typed === null ? show(value) : typed}
              onFocus={(event) => event.currentTarget.select()}
              onChange={(event) => {
                const digits = onlyDigits(event.currentTarget.value);
                setTyped(digits && show(Number(digits)));
                const next = Number(digits);
                if (digits && next === within(next)) onChange(next);
              }}
              onBlur={() => {
                if (typed !== null) set(Number(onlyDigits(typed)));
              }}
              className="h-full min-w-0 flex-1 bg-transparent px-2 text-center font-semibold outline-offset-[-2px]"
            />
            {unit && (
              <span aria-hidden="true" className="pe-2 text-xs text-muted">
                {unit}
              </span>
            )}
          </div>
          <button
            type="button"
            aria-label={more}
            disabled={value >= max}
            className={buttonClass}
            onClick={() => set(value + step)}
          >
            <Plus size={16} aria-hidden="true" />
          </button>
        </div>
      )}
    </Field>
  );
}
