import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import { useRef } from 'react';
import { cx } from './cx';
import { Field, inputClass } from './field';

export interface Option<V extends string> {
  value: V;
  label: string;
}

type Props<V extends string> = {
  label: string;
  value: V;
  options: readonly Option<V>[];
  onChange: (value: V) => void;
  error?: string;
  /** Read aloud only, as in the rows of a table. */
  hideLabel?: boolean;
  /** As wide as its words and without a frame, at the end of a row. */
  plain?: boolean;
};

const plainClass =
  'control-height inline-flex items-center gap-1.5 rounded-control px-2 font-medium transition hover:bg-hover data-popup-open:bg-hover';

/** Chooses one of several options in a popup. */
export function Select<V extends string>({ label, value, options, onChange, error, hideLabel, plain }: Props<V>) {
  const popup = useRef<HTMLDivElement>(null);
  // Opened by keyboard the popup itself takes the focus and loses the first arrow key; the chosen option must have it.
  const handleOpenChange = (open: boolean) => {
    if (!open) return;
    requestAnimationFrame(() =>
      requestAnimationFrame(() => popup.current?.querySelector<HTMLElement>('[data-selected]')?.focus()),
    );
  };
  return (
    <Field label={label} error={error} hideLabel={hideLabel}>
      {(aria) => (
        <Base.Root
          items={options as Option<V>[]}
          value={value}
          onValueChange={(next) => next !== null && onChange(next)}
          onOpenChange={handleOpenChange}
        >
          <Base.Trigger
            {...aria}
            className={plain ? plainClass : cx(inputClass, 'flex items-center justify-between gap-2 text-start')}
          >
            <Base.Value />
            <ChevronsUpDown size={16} aria-hidden="true" className="text-muted" />
          </Base.Trigger>
          <Base.Portal>
            <Base.Positioner className="z-60" sideOffset={6} alignItemWithTrigger={false}>
              <Base.Popup ref={popup} className="pop w-(--anchor-width)">
                {options.map((option) => (
                  <Base.Item
                    key={option.value}
                    value={option.value}
                    className="flex min-h-9 items-center gap-2 rounded-lg px-3 outline-none select-none data-highlighted:bg-hover pointer-coarse:min-h-11"
                  >
                    <Base.ItemText className="flex-1">{option.label}</Base.ItemText>
                    <Base.ItemIndicator>
                      <Check size={16} aria-hidden="true" className="text-brand" />
                    </Base.ItemIndicator>
                  </Base.Item>
                ))}
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </Field>
  );
}
