import { FileUp, FolderPlus, FolderUp } from 'lucide-react';
import { can } from '~/api/permissions';
import { pickFiles, pickFolder } from '~/features/uploads/start';
import { t } from '~/i18n';
import type { Action, ActionContext } from '../action';

const mayCreate =
  (subject: string) =>
  ({ directory }: ActionContext) =>
    can(directory?.current_permissions, 'create', subject);

export const newFolder: Action = {
  id: 'new-folder',
  label: () => t('files.newFolder'),
  Icon: FolderPlus,
  group: 'new',
  places: ['space'],
  shortcuts: [{ key: 'KeyN', alt: true, text: 'Alt+N' }],
  applies: mayCreate('directory'),
  perform: ({ commands }) => commands.newFolder(),
};

export const uploadFiles: Action = {
  id: 'upload-files',
  label: () => t('files.uploadFiles'),
  Icon: FileUp,
  group: 'new',
  places: ['space'],
  shortcuts: [{ key: 'KeyU', alt: true, shift: false, text: 'Alt+U' }],
  applies: mayCreate('file'),
  perform: pickFiles,
};

export const uploadFolder: Action = {
  id: 'upload-folder',
  label: () => t('files.uploadFolder'),
  Icon: FolderUp,
  group: 'new',
  places: ['space'],
  shortcuts: [{ key: 'KeyU', alt: true, shift: true, text: 'Alt+Shift+U' }],
  applies: mayCreate('file'),
  perform: pickFolder,
};
