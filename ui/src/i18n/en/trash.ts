import type { Dict } from '../types';

export const trash = {
  whose: 'Whose trash',
  emptyTitle: 'The trash is empty',
  emptyText: 'What you delete stays here for some days, so that you can restore it.',
  emptyFolder: 'This folder is empty',
} as const satisfies Dict['trash'];
