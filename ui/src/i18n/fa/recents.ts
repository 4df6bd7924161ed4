export const recents = {
  noRecents: 'هنوز پرونده‌ای باز نکرده‌اید',
  noRecentsText: 'پرونده‌هایی که می‌بینید، دریافت می‌کنید یا بارگذاری می‌کنید این‌جا فهرست می‌شوند.',
} as const;
