export const trash = {
  whose: 'کدام سطل بازیافت',
  emptyTitle: 'سطل بازیافت خالی است',
  emptyText: 'موارد حذف‌شده چند روز این‌جا می‌مانند تا در صورت نیاز بتوانید آن‌ها را بازگردانید.',
  emptyFolder: 'این پوشه خالی است',
} as const;
