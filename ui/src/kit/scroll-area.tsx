import type { ReactNode } from 'react';
import { cx } from './cx';
import { useScrollEdges } from './use-scroll-edges';

interface Props {
  /** What it shows, for screen readers. */
  readonly label: string;
  /** In the middle of the room, as long as there is some. */
  readonly centered?: boolean;
  /** Nothing is listed here. */
  readonly empty?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** The part of a page that takes the room that is left. Keys scroll it when there is more than one sees, also without a control in it. */
export function ScrollArea({ label, centered = false, empty = false, className, children }: Props) {
  const { scroller, above, below } = useScrollEdges();
  const scrolls = above || below;
  return (
    <div
      ref={scroller}
      {...(empty && { 'data-state': 'empty' })}
      {...(scrolls && { tabIndex: 0, role: 'group', 'aria-label': label })}
      className={cx('scroll-thin min-h-0 flex-1 overflow-y-auto', centered && 'grid place-items-center', className)}
    >
      {children}
    </div>
  );
}
