import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx';
import { Spinner } from './spinner';

const kinds = {
  solid: 'bg-brand-solid text-on-brand hover:brightness-110 active:brightness-95',
  soft: 'bg-brand-soft text-brand hover:brightness-97 active:brightness-94 dark:hover:brightness-125 dark:active:brightness-140',
  outline: 'border border-line bg-surface text-fg hover:bg-hover active:bg-line',
  ghost: 'text-fg hover:bg-hover active:bg-line',
  danger: 'bg-danger-solid text-white hover:brightness-110 active:brightness-95',
  dangerSoft:
    'bg-danger-soft text-danger hover:brightness-97 active:brightness-94 dark:hover:brightness-125 dark:active:brightness-140',
} as const;

type ButtonKind = keyof typeof kinds;

/** The look of a button, for links that act as one. */
export const buttonClass = (kind: ButtonKind = 'ghost', className?: string) =>
  cx(
    'control-height inline-flex shrink-0 items-center justify-center gap-2 rounded-control px-4 font-semibold [&>svg]:shrink-0',
    'select-none whitespace-nowrap transition disabled:pointer-events-none disabled:opacity-50 aria-disabled:pointer-events-none aria-disabled:opacity-50',
    kinds[kind],
    className,
  );

type Props = ComponentProps<'button'> & {
  kind?: ButtonKind;
  /** Shows a spinner in place of the icon and refuses further clicks. */
  busy?: boolean;
  icon?: ReactNode;
};

const refuse = (event: { preventDefault: () => void; stopPropagation: () => void }) => {
  event.preventDefault();
  event.stopPropagation();
};

export function Button({ kind, busy, icon, className, children, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      {...(busy && { onClick: refuse })}
      // A disabled button would lose the focus, to the start of the page.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      className={buttonClass(kind, className)}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
}
