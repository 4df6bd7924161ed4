export const favorites = {
  whose: 'نشان‌شده‌های کدام بخش',
  noFavorites: 'هنوز چیزی نشان نکرده‌اید',
  noFavoritesText: 'پرونده‌ها و پوشه‌هایی را که زیاد به کارتان می‌آیند نشان کنید تا همیشه این‌جا باشند.',
} as const;
