import type { Dict } from '../types';

export const favorites = {
  whose: 'Which favorites',
  noFavorites: 'No favorites yet',
  noFavoritesText: 'Add the files and folders you use often, and they’ll always be here.',
} as const satisfies Dict['favorites'];
