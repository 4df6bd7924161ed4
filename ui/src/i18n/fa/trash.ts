export const trash = {
  whose: 'سطل کدام بخش',
  emptyTitle: 'سطل بازیافت خالی است',
  emptyText: 'آنچه حذف کنید چند روزی این‌جا می‌ماند تا اگر خواستید بازش گردانید.',
  emptyFolder: 'این پوشه خالی است',
} as const;
