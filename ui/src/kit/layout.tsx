import type { ReactNode } from 'react';
import { cx } from './cx';

type CardProps = {
  title?: string;
  /** A short word about the state, beside the title. */
  badge?: ReactNode;
  text?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  danger?: boolean;
};

/** One subject of a page. */
export function Card({ title, badge, text, children, footer, danger }: CardProps) {
  return (
    <section
      className={cx('overflow-hidden rounded-card border bg-surface', danger ? 'border-danger/35' : 'border-line')}
    >
      <div className="grid gap-4 p-5 sm:p-6">
        {title && (
          <div>
            <div className="flex flex-wrap items-center gap-x-2.5">
              <h2 className={cx('text-base font-bold', danger && 'text-danger')}>{title}</h2>
              {badge}
            </div>
            {text && <p className="mt-0.5 text-pretty text-muted">{text}</p>}
          </div>
        )}
        {children}
      </div>
      {footer && (
        <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line bg-sunken px-5 py-3 sm:px-6">
          {footer}
        </footer>
      )}
    </section>
  );
}
