import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** One short fact of a link, with an icon. */
export function Fact({ Icon, children, title }: { Icon: LucideIcon; children: ReactNode; title?: string | undefined }) {
  return (
    <span className="flex min-w-0 items-center gap-1.5" title={title}>
      <Icon size={14} aria-hidden="true" className="shrink-0" />
      <span className="truncate">{children}</span>
    </span>
  );
}
