export const recents = {
  noRecents: 'هنوز فایلی باز نکرده‌اید',
  noRecentsText: 'فایل‌هایی که مشاهده، دانلود یا آپلود می‌کنید این‌جا نمایش داده می‌شوند.',
} as const;
