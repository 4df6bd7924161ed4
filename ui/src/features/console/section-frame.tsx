import type { ReactNode } from 'react';

type Props = { title: string; actions?: ReactNode; children: ReactNode };

/** A section: its heading with what can be done, and below it the content, which scrolls by itself. */
export function SectionFrame({ title, actions, children }: Props) {
  return (
    <>
      <header className="flex min-h-15 shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2.5 sm:px-6">
        <h1 className="max-w-full shrink-0 grow truncate text-lg font-bold">{title}</h1>
        {actions}
      </header>
      {children}
    </>
  );
}
