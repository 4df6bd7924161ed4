import type { ReactNode } from 'react';
import { cx } from '~/kit/cx';
import { PageHead } from '~/page/page-head';

type Props = { title: string; actions?: ReactNode; children: ReactNode };

/** A section: its heading with what can be done, and below it the content, which scrolls by itself. */
export function SectionFrame({ title, actions, children }: Props) {
  return (
    <>
      <PageHead title={title} actions={actions} className="shrink-0 border-b border-line px-4 pb-0! sm:px-6" />
      {children}
    </>
  );
}

/** The column of a section whose content is not a list of the whole width: it begins below the title. */
export function SectionColumn({ narrow, children }: { narrow?: boolean; children: ReactNode }) {
  return (
    <div
      data-column
      className={cx('grid w-full grid-cols-1 gap-4 px-4 py-5 sm:px-6', narrow ? 'max-w-3xl' : 'max-w-7xl')}
    >
      {children}
    </div>
  );
}
