import type { ReactNode } from 'react';

/** A part of a page of the console, below its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h2 className="border-b border-line pb-2 font-semibold">{title}</h2>
      {children}
    </section>
  );
}
