import { FolderOpen, Trash2 } from 'lucide-react';
import { t } from '~/i18n';
import { ScrollArea } from '~/kit/scroll-area';
import { State } from '~/kit/state';

/** A trash with nothing in it, or an empty directory that was deleted. */
export function EmptyTrash({ root }: { root: boolean }) {
  const Icon = root ? Trash2 : FolderOpen;
  return (
    <ScrollArea centered empty label={t(root ? 'trash.emptyTitle' : 'trash.emptyFolder')}>
      <State
        icon={<Icon size={36} strokeWidth={1.6} />}
        title={t(root ? 'trash.emptyTitle' : 'trash.emptyFolder')}
        text={root ? t('trash.emptyText') : undefined}
      />
    </ScrollArea>
  );
}
