import type { Dict } from '../types';

export const favorites = {
  whose: 'Favorites of',
  noFavorites: 'No favorites yet',
  noFavoritesText: 'Add the files and folders you need often, and they will always be here.',
} as const satisfies Dict['favorites'];
