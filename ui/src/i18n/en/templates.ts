import type { Dict } from '../types';

export const templates = {
  title: 'New from a template',
  choose: 'Choose a template',
  search: 'Search templates',
  none: 'No templates match this name.',
  name: 'Name of the new document',
  empty: 'No templates yet',
  emptyFolder: 'Documents in the folder “{name}” are templates. Put one there to add it.',
  emptyChoose: 'Choose a folder for templates; its documents are offered here.',
  emptyAsk: 'An admin of the workspace can choose a folder for templates.',
  openFolder: 'Open the folder',
  cardTitle: 'Templates',
  cardText:
    'Documents in this folder are offered as templates in the “New” menu. People only see those they have access to.',
  noFolder: 'No folder is chosen.',
  chooseFolder: 'Choose a folder…',
  changeFolder: 'Change folder…',
  stop: 'Clear choice',
  chooseTitle: 'Templates folder',
  chooseDo: 'Choose this folder',
  chooseShared: 'Open a folder in the shared files.',
  saved: 'Templates folder saved',
  removed: 'The workspace no longer has a templates folder.',
  use: 'Use as templates folder',
  stopUsing: 'Stop using as templates folder',
  used: 'Documents in “{name}” are templates from now on.',
} as const satisfies Dict['templates'];
