import type { Dict } from '../types';

export const found = {
  whose: 'Favorites of',
  noFavorites: 'No favorites yet',
  noFavoritesText: 'Add the files and folders you need often, and they will always be here.',
  noRecents: 'No recent files yet',
  noRecentsText: 'Files that you view, download or upload are listed here.',
} as const satisfies Dict['found'];
