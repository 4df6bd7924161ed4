import { cx } from './cx';

/** A grey shape where something will be; the region around it says that it is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cx('animate-shimmer rounded-lg bg-line', className ?? 'h-4 w-full')} />;
}
