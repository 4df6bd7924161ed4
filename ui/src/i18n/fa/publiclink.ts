/** The public page of a download link. */
export const publiclink = {
  pageTitle: 'دانلود فایل',
  enter: 'ادامه',
  download: 'دانلود',
  downloadZip: 'دانلود همه (zip)',
  view: 'پیش‌نمایش',
  viewOnly: 'فرستنده این فایل را فقط برای مشاهده به اشتراک گذاشته است.',
  viewOnlyShort: 'فقط مشاهده',
  noView: 'این فایل در مرورگر نمایش داده نمی‌شود.',
  nFiles: '{n} فایل',
  version: 'نسخهٔ {n}',
  changed: 'آخرین تغییر: {when}',
} as const;
