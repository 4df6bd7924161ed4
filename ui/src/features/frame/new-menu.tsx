import { FileUp, FolderPlus, FolderUp } from 'lucide-react';
import { cloneElement, type ReactElement } from 'react';
import { newFolder, useMakes } from '~/features/files/start';
import { pickFiles, pickFolder } from '~/features/uploads/start';
import { t } from '~/i18n';
import { Menu } from '~/kit/menu';
import type { MenuEntry } from '~/kit/menu-items';

/** What can be made here; the same on desktop and phone. Where nothing may be made there is no such button. */
export function NewMenu({
  trigger,
  fit,
}: {
  trigger: ReactElement<{ disabled?: boolean; onClick?: () => void }>;
  fit?: boolean;
}) {
  const makes = useMakes();
  // On pages without a list it stays where it is, and waits.
  if (!makes) return cloneElement(trigger, { disabled: true });
  const entries: MenuEntry[] = [];
  if (makes.folders) {
    entries.push(
      { id: 'folder', label: t('frame.newFolder'), icon: <FolderPlus size={18} />, onSelect: newFolder },
      'separator',
    );
  }
  if (makes.uploads) {
    entries.push(
      { id: 'files', label: t('frame.uploadFiles'), icon: <FileUp size={18} />, onSelect: pickFiles },
      { id: 'folder-upload', label: t('frame.uploadFolder'), icon: <FolderUp size={18} />, onSelect: pickFolder },
    );
  }
  if (entries.length === 0) return null;
  return <Menu label={t('frame.new')} entries={entries} fit={fit} trigger={trigger} />;
}
