import type { ReactNode } from 'react';
import { cx } from './cx';

const tones = {
  calm: 'bg-sunken text-muted',
  success: 'bg-success-soft text-success',
  danger: 'bg-danger-soft text-danger',
} as const;

type Props = {
  icon: ReactNode;
  title: ReactNode;
  /** The description or the present value. */
  text?: ReactNode;
  /** Words about its state, beside the title. */
  badges?: ReactNode;
  actions?: ReactNode;
  tone?: keyof typeof tones;
};

/** One row of a list of settings: name, state and actions. */
export function Setting({ icon, title, text, badges, actions, tone = 'calm' }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5 py-4">
      <span aria-hidden="true" className={cx('grid size-10 shrink-0 place-items-center rounded-control', tones[tone])}>
        {icon}
      </span>
      <div className={cx('min-w-0 flex-1', actions !== undefined && 'basis-56')}>
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 font-semibold">
          {title}
          {badges}
        </div>
        {text && <div className="text-xs text-pretty text-muted">{text}</div>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2 max-sm:ps-14">{actions}</div>}
    </div>
  );
}

/** Settings one below the other. */
export function Settings({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="-my-4 divide-y divide-line">
      {children}
    </ul>
  );
}
