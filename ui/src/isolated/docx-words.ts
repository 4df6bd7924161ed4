/** Words that the library of the editor does not take from its dictionary; vite.editor.ts says where. */
const FA: Readonly<Record<string, string>> = {
  'Select size': 'اندازه را انتخاب کنید',
  'Table size selector': 'اندازهٔ جدول',
  Comment: 'نظر',
  'Add comment': 'افزودن نظر',
  'Image position': 'جای تصویر',
  'Custom hex color': 'رنگ دلخواه (شانزده‌شانزدهی)',
  'Distance from text (px)': 'فاصله از متن (پیکسل)',
  'Insert row above': 'درج ردیف در بالا',
  'Insert row below': 'درج ردیف در پایین',
  'Delete row': 'حذف ردیف',
  'Insert column before': 'درج ستون پیش از این',
  'Insert column after': 'درج ستون پس از این',
  'Delete column': 'حذف ستون',
  'Double-click to add header': 'برای افزودن سربرگ دو بار کلیک کنید',
  'Double-click to add footer': 'برای افزودن پابرگ دو بار کلیک کنید',
  'Section break': 'پایان بخش',
  Notifications: 'اعلان‌ها',
  '0.5 pt': '۰٫۵ پوینت',
  '1 pt': '۱ پوینت',
  '1.5 pt': '۱٫۵ پوینت',
  '2 pt': '۲ پوینت',
  '3 pt': '۳ پوینت',
  Header: 'سربرگ',
  Footer: 'پابرگ',
  'Page number': 'شمارهٔ صفحه',
  Contents: 'فهرست مطالب',
  Locked: 'قفل‌شده',
  'This part is locked and can’t be edited.': 'این بخش قفل است و ویرایش نمی‌شود.',
  'Choose a value instead of typing.': 'به‌جای نوشتن، یکی را انتخاب کنید.',
  'Choose a value': 'انتخاب مقدار',
  'Choose a date': 'انتخاب تاریخ',
  'This list is empty.': 'این فهرست خالی است.',
  'Previous month': 'ماه قبل',
  'Next month': 'ماه بعد',
  'Previous year': 'سال قبل',
  'Next year': 'سال بعد',
  'Not shown here': 'اینجا نمایش داده نمی‌شود',
  'Not shown here: {format}': 'نمایش داده نمی‌شود: {format}',
  'There are no headings in this document.': 'در این سند سرتیتری نیست.',
  'Show pages as printed': 'نمایش صفحه‌ها مانند چاپ',
  'Fit text to the screen': 'چیدن متن در پهنای نمایشگر',
};

/** A text of the editor in the language of its page. */
export const wordOf = (text: string): string => (document.documentElement.lang === 'fa' ? (FA[text] ?? text) : text);

const COLOURS: Readonly<Record<string, string>> = {
  Background: 'پس‌زمینهٔ',
  Text: 'متن',
  Accent: 'تأکید',
  Lighter: 'روشن‌تر',
  Darker: 'تیره‌تر',
};

const persianDigits = (text: string) => text.replaceAll(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'.charAt(Number(digit)));

/** A number in the digits of the language of the page. */
export const shownNumber = (number: number): string =>
  document.documentElement.lang === 'fa' ? persianDigits(String(number)) : String(number);

/** The name of a colour of the theme, such as "Accent 1, Lighter 80%". */
export function themeColour(name: string, suffix: string): string {
  if (document.documentElement.lang !== 'fa') return name + suffix;
  const [, kind = '', share = ''] = /(Lighter|Darker) (\d+)%/.exec(suffix) ?? [];
  const [colour = '', number = ''] = name.split(' ');
  const shade = kind && `، ${share}٪ ${COLOURS[kind] ?? kind}`;
  return persianDigits(`${COLOURS[colour] ?? colour} ${number}${shade}`);
}

/** The name of what opens below a button to choose a colour. */
export const pickerOf = (what: string) =>
  document.documentElement.lang === 'fa' ? `انتخاب ${what}` : `${what} picker`;

/** The language, and with it the calendar, of the dates that the editor shows. */
export const dateLanguage = () => (document.documentElement.lang === 'fa' ? 'fa-IR' : 'en');

interface Dictionary {
  readonly contextMenu?: Readonly<Record<string, unknown>>;
}

/** Looks texts of the context menu up in a dictionary: the library asks for them where it has none but the English one. */
export const wordsFrom = (dictionary: Dictionary | undefined, english: (key: string) => string) => (key: string) => {
  const word = dictionary?.contextMenu?.[key.slice('contextMenu.'.length)];
  return typeof word === 'string' ? word : english(key);
};
