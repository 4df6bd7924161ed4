import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '~/i18n';
import { IconButton } from '~/kit/icon-button';
import { Sheet } from '~/kit/sheet';
import { useMedia } from '~/kit/use-media';

/** Details beside the file, or as a sheet where there is no room. */
export function SidePanel({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const wide = useMedia('(min-width: 1024px)');
  if (!wide) {
    return (
      <Sheet open onOpenChange={(open) => !open && onClose()} title={title}>
        <div className="px-5 pt-2 pb-6">{children}</div>
      </Sheet>
    );
  }
  return (
    <aside
      aria-label={t('preview.details')}
      className="flex w-80 shrink-0 xl:w-96 flex-col border-s border-line bg-surface"
    >
      <header className="flex items-start gap-2 ps-5 pe-3 pt-3 pb-1">
        <h2 className="line-clamp-2 min-w-0 flex-1 pt-1.5 text-start text-base font-bold wrap-anywhere">
          <bdi>{title}</bdi>
        </h2>
        <IconButton label={t('common.close')} onClick={onClose}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      </header>
      <div className="scroll-thin min-h-0 flex-1 overflow-y-auto px-5 pt-2 pb-6">{children}</div>
    </aside>
  );
}
