import { useEffect, useRef, type ReactNode } from 'react';
import { cx } from '~/kit/cx';

type Props = { current: boolean; onChoose: () => void; className: string; children: ReactNode };

/** A row of a list beside its detail; the one that is shown there stays in sight. */
export function ChoiceRow({ current, onChoose, className, children }: Props) {
  const row = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (current) row.current?.scrollIntoView?.({ block: 'nearest' });
  }, [current]);
  return (
    <li className="border-b border-line">
      <button
        ref={row}
        type="button"
        aria-current={current || undefined}
        onClick={onChoose}
        className={cx(
          'w-full border-s-3 py-3 text-start transition focus-visible:-outline-offset-2',
          current ? 'border-brand bg-brand-soft' : 'border-transparent hover:bg-hover',
          className,
        )}
      >
        {children}
      </button>
    </li>
  );
}
