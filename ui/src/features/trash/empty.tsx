import { FolderOpen, Trash2 } from 'lucide-react';
import { t } from '~/i18n';
import { State } from '~/kit/state';

/** A trash with nothing in it, or an empty directory that was deleted. */
export function TrashEmpty({ root }: { root: boolean }) {
  const Icon = root ? Trash2 : FolderOpen;
  return (
    <div data-state="empty" className="scroll-thin grid min-h-0 flex-1 place-items-center overflow-y-auto">
      <State
        icon={<Icon size={36} strokeWidth={1.6} />}
        title={t(root ? 'trash.emptyTitle' : 'trash.emptyFolder')}
        text={root ? t('trash.emptyText') : undefined}
      />
    </div>
  );
}
