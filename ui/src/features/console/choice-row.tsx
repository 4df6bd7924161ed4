import { useEffect, useRef, type ReactNode } from 'react';
import { cx } from '~/kit/cx';

type Props = {
  current: boolean;
  onChoose: () => void;
  /** A control of its own, before the row. */
  before?: ReactNode;
  className: string;
  children: ReactNode;
};

/** A row of a list beside its detail; the one that is shown there stays in sight. */
export function ChoiceRow({ current, onChoose, before, className, children }: Props) {
  const row = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (current) row.current?.scrollIntoView?.({ block: 'nearest' });
  }, [current]);
  return (
    <li
      className={cx(
        'flex items-center border-b border-s-3 border-b-line transition',
        current ? 'border-s-brand bg-brand-soft' : 'border-s-transparent hover:bg-hover',
      )}
    >
      {before}
      <button
        ref={row}
        type="button"
        aria-current={current || undefined}
        onClick={onChoose}
        className={cx('min-w-0 flex-1 py-3 text-start focus-visible:-outline-offset-2', className)}
      >
        {children}
      </button>
    </li>
  );
}
