import { useId, type ReactNode } from 'react';

export interface Segment<V extends string> {
  value: V;
  label: string;
  icon?: ReactNode;
}

type Props<V extends string> = {
  label: string;
  value: V;
  segments: readonly Segment<V>[];
  onChange: (value: V) => void;
  /** Only the icons are shown; the labels are read aloud. */
  iconsOnly?: boolean;
  hideLabel?: boolean;
};

/** One of a few, with whole words: where the room is too narrow for all, they scroll. Native radio buttons, so the arrow keys follow the direction of the page. */
export function SegmentedControl<V extends string>(props: Props<V>) {
  const name = useId();
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className={props.hideLabel ? 'sr-only' : 'mb-1.5 font-medium'}>{props.label}</legend>
      <div className="inline-grid max-w-full auto-cols-[minmax(max-content,1fr)] grid-flow-col overflow-x-auto rounded-control bg-sunken p-1 ring-1 ring-line [scrollbar-width:none] ring-inset">
        {props.segments.map((segment) => (
          <label
            key={segment.value}
            className="relative flex h-8 cursor-pointer items-center justify-center gap-2 rounded-md px-3 text-muted transition select-none hover:text-fg has-checked:bg-raised has-checked:font-semibold has-checked:text-fg has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-brand pointer-coarse:h-10"
          >
            <input
              type="radio"
              name={name}
              value={segment.value}
              checked={segment.value === props.value}
              onChange={() => props.onChange(segment.value)}
              className="sr-only"
            />
            {segment.icon}
            <span className={props.iconsOnly ? 'sr-only' : undefined}>{segment.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
