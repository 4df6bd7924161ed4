import type { Dict } from '../types';

export const recents = {
  noRecents: 'No recent files yet',
  noRecentsText: 'Files that you view, download or upload are listed here.',
} as const satisfies Dict['recents'];
