import type { ReactNode } from 'react';
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
