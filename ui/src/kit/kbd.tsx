import type { ReactNode } from 'react';

/** A key of the keyboard. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd dir="ltr" className="ms-auto shrink-0 ps-4 font-sans text-xs text-muted pointer-coarse:hidden">
      {children}
    </kbd>
  );
}
