import type { Dict } from '../types';

export const recents = {
  noRecents: 'No recent files yet',
  noRecentsText: 'Files you view, download or upload appear here.',
} as const satisfies Dict['recents'];
