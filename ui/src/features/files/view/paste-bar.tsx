import { Copy, Scissors, X } from 'lucide-react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { IconButton } from '~/kit/icon-button';
import type { ActionContext } from '../actions/action';
import { paste } from '../actions/arrange';
import { countOf, emptyClipboard, isCut, useClipboard } from '../operations/clipboard';

/** Shows the clipboard with a button to paste, for touch screens and as a reminder. */
export function PasteBar({ context }: { context: ActionContext }) {
  const clip = useClipboard();
  const [first] = clip.items;
  if (!first) return null;
  const cut = isCut(clip);
  const Icon = cut ? Scissors : Copy;
  const n = countOf(clip);
  const words = cut ? ('files.heldCut' as const) : ('files.heldCopy' as const);
  return (
    <div
      role="region"
      aria-label={t('files.held')}
      data-held={n}
      className="flex min-h-14 animate-rise items-center gap-3 bg-raised ps-4 pe-2 max-sm:border-t max-sm:border-line sm:rounded-card sm:shadow-card sm:ring-1 sm:ring-line"
    >
      <Icon size={18} aria-hidden="true" className="shrink-0 text-brand" />
      <p className="line-clamp-2 min-w-0 flex-1 py-1 wrap-anywhere max-sm:text-sm">
        {n === 1 ? t(`${words}One`, { name: first.name }) : t(`${words}Many`, { n })}
      </p>
      {paste.applies(context) && (
        <Button kind="solid" onClick={() => paste.perform(context)}>
          {t('files.pasteHere')}
        </Button>
      )}
      <IconButton label={t('files.letGo')} onClick={emptyClipboard}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
