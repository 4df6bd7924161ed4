import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '~/i18n';

/** Options that few users need: folded until opened, or in use. */
export function MoreOptions({ open, children }: { open: boolean; children: ReactNode }) {
  return (
    <details open={open} className="group/options rounded-card bg-sunken">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-card px-4 font-medium select-none [&::-webkit-details-marker]:hidden">
        <span className="flex-1">{t('gate.options')}</span>
        <ChevronDown size={18} aria-hidden="true" className="text-muted transition group-open/options:rotate-180" />
      </summary>
      <div className="grid gap-5 px-4 pt-1 pb-4">{children}</div>
    </details>
  );
}
