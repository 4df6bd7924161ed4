import { afterEach, describe, expect, it } from 'vitest';
import { initLang, isErrorKey, isolate, isolateLatin, num, setLang, t } from '.';
import { clock, dateTime, day, fullDate, percent, size, when } from './format';

afterEach(() => setLang('fa-ir'));

describe('words', () => {
  it('are Persian by default, with Persian digits', () => {
    expect(t('common.save')).toBe('ذخیره');
    expect(t('common.minutesAgo', { n: 5 })).toBe('۵ دقیقه پیش');
    expect(num(1234567.8)).toBe('۱٬۲۳۴٬۵۶۷٫۸');
  });

  it('choose the English plural by count', async () => {
    await setLang('en-us');
    expect(t('common.minutesAgo', { n: 1 })).toBe('1 minute ago');
    expect(t('common.minutesAgo', { n: 1200 })).toBe('1,200 minutes ago');
  });

  it('isolate a name of the other direction only', async () => {
    expect(isolate('report.pdf')).toBe('\u2068report.pdf\u2069');
    expect(isolate('گزارش')).toBe('گزارش');
    await setLang('en-us');
    expect(isolate('گزارش')).toBe('\u2068گزارش\u2069');
  });

  it('keep Latin phrases in a Persian sentence in order', async () => {
    expect(isolateLatin('در /usr/local بگذارید.')).toBe('در \u2066/usr/local\u2069 بگذارید.');
    expect(isolateLatin('به «Settings → General» بروید')).toBe('به «\u2066Settings → General\u2069» بروید');
    await setLang('en-us');
    expect(isolateLatin('Run sudo.')).toBe('Run sudo.');
  });

  it('set language and direction of the page, and remember them', async () => {
    await setLang('en-us');
    expect(document.documentElement.dir).toBe('ltr');
    expect(document.documentElement.lang).toBe('en');
    expect(localStorage.getItem('lang')).toBe('en-us');
    await setLang('fa-ir');
    localStorage.setItem('lang', 'en-us');
    await initLang();
    expect(t('common.save')).toBe('Save');
  });

  it('know which keys of the server have words', () => {
    expect(isErrorKey('permission_denied')).toBe(true);
    expect(isErrorKey('toString')).toBe(false);
  });
});

describe('moments, always in Tehran', () => {
  const nowruz = '2026-03-20T21:15:00.000Z';
  const afternoon = '2026-11-20T10:35:00.000Z';

  it('are written as a Persian would', () => {
    expect(day(nowruz)).toBe('۱ فروردین ۱۴۰۵');
    expect(dateTime(afternoon)).toBe('۲۹ آبان ۱۴۰۵، ۱۴:۰۵');
    expect(fullDate(afternoon)).toBe('جمعه ۲۹ آبان ۱۴۰۵، ۱۴:۰۵');
  });

  it('are idiomatic in English', async () => {
    await setLang('en-us');
    expect(dateTime(afternoon)).toBe('Nov 20, 2026, 14:05');
    expect(fullDate(afternoon)).toBe('Friday, Nov 20, 2026, 14:05');
    expect(clock(nowruz)).toBe('00:45');
  });

  it.each([
    [0, 'همین حالا'],
    [5 * 60_000, '۵ دقیقه پیش'],
    [3 * 3_600_000, '۳ ساعت پیش'],
    [6 * 3_600_000, 'امروز، ۰۸:۰۵'],
    [20 * 3_600_000, 'دیروز، ۱۸:۰۵'],
    [9 * 86_400_000, '۲۰ آبان ۱۴۰۵'],
    [-86_400_000, '۳۰ آبان ۱۴۰۵'],
  ])('%i ms ago reads %s', (age, words) => {
    const now = Date.parse(afternoon);
    expect(when(now - age, now)).toBe(words);
  });
});

describe('sizes', () => {
  it.each([
    [0, '۰ بایت', '0 bytes'],
    [1, '۱ بایت', '1 byte'],
    [1023, '۱٬۰۲۳ بایت', '1,023 bytes'],
    [463.367, '۴۶۳ بایت', '463 bytes'],
    [1_288_490_189, '۱٫۲ گیگابایت', '1.2 GB'],
    [12_900_000, '۱۲٫۳ مگابایت', '12.3 MB'],
    [536_870_912_000, '۵۰۰ گیگابایت', '500 GB'],
    [3 * 2 ** 50, '۳٬۰۷۲ ترابایت', '3,072 TB'],
  ])('%i', async (bytes, persian, english) => {
    expect(size(bytes)).toBe(persian);
    await setLang('en-us');
    expect(size(bytes)).toBe(english);
  });

  it('have shares', () => expect(percent(0.432)).toBe('۴۳٪'));
});
