import type { ReactNode } from 'react';
import { cx } from './cx';

type Props = {
  icon: ReactNode;
  title: string;
  text?: ReactNode;
  /** The first step out of here. */
  actions?: ReactNode;
  /** The heading of the whole page, when there is no other one. */
  page?: boolean;
  tone?: 'calm' | 'danger';
  /** Announced when it appears. */
  alert?: boolean;
  className?: string;
};

/** A place with nothing to show: because it is empty, or because something went wrong. */
export function State({ icon, title, text, actions, page, tone = 'calm', alert, className }: Props) {
  const Heading = page ? 'h1' : 'h2';
  return (
    <div
      role={alert ? 'alert' : undefined}
      className={cx('mx-auto flex max-w-md flex-col items-center px-6 py-12 text-center', className)}
    >
      <div
        aria-hidden="true"
        className={cx(
          'mb-5 grid size-20 place-items-center rounded-[2rem]',
          tone === 'calm' ? 'bg-brand-soft text-brand' : 'bg-danger-soft text-danger',
        )}
      >
        {icon}
      </div>
      <Heading className="text-lg font-bold">{title}</Heading>
      {text && <div className="mt-1.5 text-pretty text-muted">{text}</div>}
      {actions && <div className="mt-6 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}
