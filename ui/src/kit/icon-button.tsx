import type { ComponentProps } from 'react';
import { cx } from './cx';
import { Tooltip } from './tooltip';

export const iconButtonClass = (className?: string) =>
  cx(
    'icon-size inline-grid shrink-0 place-items-center rounded-control text-muted transition',
    'hover:bg-hover hover:text-fg active:bg-line aria-pressed:bg-brand-soft aria-pressed:text-brand data-popup-open:bg-hover data-popup-open:text-fg',
    'disabled:pointer-events-none disabled:opacity-40',
    className,
  );

type Props = ComponentProps<'button'> & { label: string };

/** An icon that acts: its label is read aloud and shown as a tooltip. */
export function IconButton({ label, className, ...rest }: Props) {
  return (
    <Tooltip label={label}>
      <button type="button" {...rest} aria-label={label} className={iconButtonClass(className)} />
    </Tooltip>
  );
}
