import {
  ArrowUpDown,
  Building2,
  Copy,
  FilePlus2,
  FolderPlus,
  Globe,
  History,
  Inbox,
  Layers,
  MoveRight,
  PencilLine,
  RotateCcw,
  Tag,
  Trash2,
  Undo2,
  Upload,
  type LucideIcon,
} from 'lucide-react';
import { createElement } from 'react';
import { cx } from '~/kit/cx';

const icons: Record<string, LucideIcon> = {
  file_create: Upload,
  file_receive: Inbox,
  directory_create: FolderPlus,
  file_replace: FilePlus2,
  file_access: Globe,
  undo: Undo2,
  directory_rewind: History,
  trash_empty: Trash2,
};

const byVerb: Record<string, LucideIcon> = {
  rename: PencilLine,
  move: MoveRight,
  copy: Copy,
  merge: Layers,
  delete: Trash2,
  purge: Trash2,
  restore: RotateCcw,
};

function iconOf(action: string): LucideIcon {
  const [noun = '', verb = ''] = action.split('_');
  if (noun === 'version') return Layers;
  if (noun === 'tag' || noun === 'field') return Tag;
  if (noun === 'workspace') return Building2;
  return icons[action] ?? byVerb[verb] ?? ArrowUpDown;
}

/** An icon for the kind of activity. */
export function ActivityIcon({ action }: { action: string }) {
  const Icon: LucideIcon = iconOf(action);
  const gone = /_(delete|purge)$|^trash_/.test(action);
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid size-8 shrink-0 place-items-center rounded-full',
        gone ? 'bg-danger-soft text-danger' : 'bg-brand-soft text-brand',
      )}
    >
      {createElement(Icon, { size: 16, className: Icon === MoveRight ? 'rtl:rotate-180' : undefined })}
    </span>
  );
}
