import { FileUp, FolderPlus, FolderUp } from 'lucide-react';
import { pickFiles, pickFolder } from '~/features/uploads/start';
import { t } from '~/i18n';
import type { Action, ActionContext } from './action';
import { mayMakeFolders, mayUpload } from '../listing/rights';

const mayUploadHere = ({ directory }: ActionContext) => mayUpload(directory);

export const newFolder: Action = {
  id: 'new-folder',
  label: () => t('files.newFolder'),
  Icon: FolderPlus,
  group: 'new',
  places: ['space'],
  shortcuts: [{ key: 'KeyN', alt: true, text: 'Alt+N' }],
  applies: ({ directory }) => mayMakeFolders(directory),
  perform: ({ commands }) => commands.newFolder(),
};

export const uploadFiles: Action = {
  id: 'upload-files',
  label: () => t('files.uploadFiles'),
  Icon: FileUp,
  group: 'new',
  places: ['space'],
  shortcuts: [{ key: 'KeyU', alt: true, shift: false, text: 'Alt+U' }],
  applies: mayUploadHere,
  perform: pickFiles,
};

export const uploadFolder: Action = {
  id: 'upload-folder',
  label: () => t('files.uploadFolder'),
  Icon: FolderUp,
  group: 'new',
  places: ['space'],
  shortcuts: [{ key: 'KeyU', alt: true, shift: true, text: 'Alt+Shift+U' }],
  applies: mayUploadHere,
  perform: pickFolder,
};
