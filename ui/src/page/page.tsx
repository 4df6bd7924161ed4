import type { ReactNode } from 'react';
import { cx } from '~/kit/cx';
import { PageHead, type HeadProps } from './page-head';

type Props = HeadProps & {
  /** Cards and forms: lines that are read, not rows that are looked over. */
  narrow?: boolean;
  /** Nothing in it takes the focus, so that it has to, to be scrolled by keys. */
  focusable?: boolean;
  children: ReactNode;
};

/** A page in the frame of a workspace: its head, and what scrolls with it. */
export function Page({ narrow, focusable, children, ...head }: Props) {
  return (
    <div
      className="scroll-thin h-full overflow-y-auto"
      data-scroller
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see `focusable`
      tabIndex={focusable ? 0 : undefined}
    >
      <div className="max-w-6xl px-4 pb-16 sm:px-6">
        <PageHead {...head} />
        <div className={cx('grid grid-cols-1 gap-5', narrow && 'max-w-3xl')}>{children}</div>
      </div>
    </div>
  );
}
