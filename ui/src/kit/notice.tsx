import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx';

const tones = {
  info: { Icon: Info, className: 'bg-brand-soft', icon: 'text-brand' },
  warning: { Icon: TriangleAlert, className: 'bg-warning-soft', icon: 'text-warning' },
  danger: { Icon: CircleAlert, className: 'bg-danger-soft', icon: 'text-danger' },
} as const;

type Props = { tone?: keyof typeof tones; title?: string; children?: ReactNode };

/** Something to know, in its place on the page. Problems are announced. */
export function Notice({ tone = 'info', title, children }: Props) {
  const { Icon, className, icon } = tones[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : undefined}
      className={cx('flex gap-3 rounded-control px-4 py-3', className)}
    >
      <Icon size={18} aria-hidden="true" className={cx('mt-0.5 shrink-0', icon)} />
      <div className="min-w-0 text-pretty">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
}
