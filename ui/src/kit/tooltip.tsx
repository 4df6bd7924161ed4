import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';

type Props = { label: string; children: ReactElement; side?: 'top' | 'bottom' | 'inline-start' | 'inline-end' };

/** Names or completes what the pointer rests on; the child must name itself for those without a pointer. */
export function Tooltip({ label, children, side = 'bottom' }: Props) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-60">
          <Base.Popup className="max-w-xs rounded-lg bg-fg px-2.5 py-1 text-xs text-bg shadow-pop transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
            {label}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
