import { FileUp, FolderPlus, FolderUp } from 'lucide-react';
import { newFolder } from '~/features/files/start';
import { pickFiles, pickFolder } from '~/features/uploads/start';
import { t } from '~/i18n';
import type { MenuEntry } from '~/kit/menu-items';

/** What can be made here; the same on desktop and phone. */
export function newEntries(): MenuEntry[] {
  return [
    { id: 'folder', label: t('frame.newFolder'), icon: <FolderPlus size={18} />, onSelect: newFolder },
    'separator',
    { id: 'files', label: t('frame.uploadFiles'), icon: <FileUp size={18} />, onSelect: pickFiles },
    { id: 'folder-upload', label: t('frame.uploadFolder'), icon: <FolderUp size={18} />, onSelect: pickFolder },
  ];
}
