import { ChevronDown } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { t } from '~/i18n';

/** What opens at the foot of a dialog opens in sight. */
function handleClick({ currentTarget }: MouseEvent<HTMLElement>) {
  const options = currentTarget.closest('details');
  requestAnimationFrame(() => options?.open && options.scrollIntoView({ block: 'nearest' }));
}

/** Options that few users need: folded until opened, or in use. */
export function MoreOptions({ open, children }: { open: boolean; children: ReactNode }) {
  return (
    <details open={open} className="group/options rounded-card bg-sunken">
      <summary
        onClick={handleClick}
        className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-card px-4 font-medium select-none [&::-webkit-details-marker]:hidden"
      >
        <span className="flex-1">{t('gate.options')}</span>
        <ChevronDown size={18} aria-hidden="true" className="text-muted transition group-open/options:rotate-180" />
      </summary>
      <div className="grid gap-5 px-4 pt-1 pb-4">{children}</div>
    </details>
  );
}
