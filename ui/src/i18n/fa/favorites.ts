export const favorites = {
  whose: 'کدام نشان‌شده‌ها',
  noFavorites: 'هنوز مورد نشان‌شده‌ای ندارید',
  noFavoritesText: 'فایل‌ها و پوشه‌هایی را که زیاد استفاده می‌کنید نشان کنید تا همیشه این‌جا باشند.',
} as const;
