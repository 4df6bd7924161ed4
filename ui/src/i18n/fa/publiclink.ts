/** The public page of a download link. */
export const publiclink = {
  pageTitle: 'دریافت پرونده',
  enter: 'ادامه',
  download: 'دریافت',
  downloadZip: 'دریافت همه (zip)',
  view: 'دیدن',
  viewOnly: 'فرستنده این پرونده را تنها برای دیدن گذاشته است.',
  viewOnlyShort: 'تنها برای دیدن',
  noView: 'این پرونده را نمی‌توان در مرورگر دید.',
  nFiles: '{n} پرونده',
  version: 'نسخهٔ {n}',
  changed: 'آخرین تغییر: {when}',
} as const;
