import type { Dict } from '../types';

export const trash = {
  whose: 'Which trash',
  emptyTitle: 'The trash is empty',
  emptyText: 'Deleted items stay here for a few days, so you can restore them.',
  emptyFolder: 'This folder is empty',
} as const satisfies Dict['trash'];
