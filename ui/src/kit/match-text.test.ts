import { describe, expect, it } from 'vitest';
import { rewriteLayouts } from './keyboard-layouts';
import { spellFinglish } from './finglish';
import { matchText, parseWords, prepareText } from './match-text';

const find = (query: string, text: string) => matchText(parseWords(query), prepareText(text));
const marked = (query: string, text: string) =>
  find(query, text)?.marks.map(([from, until]) => text.slice(from, until));

describe('matching', () => {
  it.each([
    // As it is written, and as other keyboards write it.
    ['گزارش', 'گزارش مالی ۱۴۰۵'],
    ['مالي', 'گزارش مالی ۱۴۰۵'],
    ['1405', 'گزارش مالی ۱۴۰۵'],
    ['كيفي', 'گزارش کیفی'],
    ['پیشنویس', 'پیش‌نویس قرارداد'],
    ['پیش نویس', 'پیش‌نویس قرارداد'],
    ['نویس', 'پیش‌نویس قرارداد'],
    ['مسوول', 'مسؤول خرید'],
    ['خانه', 'خانۀ پدری'],
    ['REPORT', 'report.pdf'],
    ['مالی گزارش', 'گزارش مالی'],
    // Persian keys, Latin letters: Windows, then ISIRI 9147.
    ['\\vjtg', 'پرتفل'],
    ['mvjtg', 'پرتفل'],
    ["'chva", 'گزارش'],
    ["'Chva", 'گژارش'],
    [';dtd', 'کیفی'],
    ['rvhvnhn', 'قرارداد'],
    ['lhgd 1405', 'گزارش مالی ۱۴۰۵'],
    // Latin keys, Persian letters.
    ['هدرخهزث', 'invoice-2026.pdf'],
    ['پشقنثف', 'Market plan'],
    ['ئشقنثف', 'Market plan'],
    ['ژخدفقشزف', 'contract'],
    ['سثففهدلس', 'Settings'],
  ])('%s finds %s', (query, text) => {
    expect(find(query, text)).not.toBeNull();
  });

  it.each([
    ['gozaresh', 'گزارش'],
    ['gozar', 'گزارش'],
    ['mali', 'گزارش مالی'],
    ['gozaresh mali', 'گزارش مالی'],
    ['gharardad', 'قرارداد'],
    ['tanzimat', 'تنظیمات'],
    ['pooshe', 'پوشهٔ تازه'],
    ['forush', 'فروش پاییز'],
    ['foroosh', 'فروش پاییز'],
    ['aks', 'عکس‌ها'],
    ['etelaat', 'اطلاعات حساب'],
    ['ettelaat', 'اطلاعات حساب'],
    ['mohammad', 'محمد رضایی'],
    ['Reza', 'رضا'],
    ['fatemeh', 'فاطمه'],
    ['ali', 'علی'],
    ['iran', 'ایران'],
    ['khast', 'درخواست خرید خواست'],
    ['khane', 'خانه'],
    ['soal', 'سؤال'],
    ['masoul', 'مسئول'],
    ['hoghough', 'حقوق کارکنان'],
    ['porteghal', 'پرتقال'],
    ['nevis', 'پیش‌نویس'],
    ['hesab', 'حساب'],
    ['factor', 'فاکتور'],
    ['saeed', 'سعید'],
    ['bayegani', 'بایگانی'],
  ])('by its sound %s finds %s', (query, text) => {
    expect(find(query, text)).not.toBeNull();
  });

  it.each([
    ['gozaresh', 'تنظیمات'],
    ['gozaresh', 'گذشته'],
    ['گزارش قرمز', 'گزارش مالی'],
    ['mali', 'شمال ایران'],
    ['\\vjtg', 'پرتقال'],
    ['ab', 'بابک'],
    ['xyz', 'گزارش'],
    ['پرتفل', 'portfolio'],
  ])('%s does not find %s', (query, text) => {
    expect(find(query, text)).toBeNull();
  });

  it('marks what was found in the text itself', () => {
    expect(marked('مالي', 'گزارش مالی')).toEqual(['مالی']);
    expect(marked('پیشنویس', 'پیش‌نویس قرارداد')).toEqual(['پیش‌نویس']);
    expect(marked('\\vjtg', 'سبد پرتفل')).toEqual(['پرتفل']);
    expect(marked('gozaresh', 'گزارش مالی')).toEqual(['گزارش']);
    expect(marked('گزا زارش', 'گزارش')).toEqual(['گزارش']);
  });

  it('puts the beginning before the middle, and what was typed before what was meant', () => {
    const scores = ['گزارش', 'گزارش مالی', 'مالی گزارش', 'بازگزارش'].map((text) => find('گزارش', text)?.score ?? 0);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(new Set(scores).size).toBe(4);
    expect(find('گزارش', 'گزارش')!.score).toBeGreaterThan(find("'chva", 'گزارش')!.score);
    expect(find("'chva", 'گزارش')!.score).toBeGreaterThan(find('gozaresh', 'گزارش')!.score);
  });

  it('looks into what else is known, for less', () => {
    const others = [prepareText('sara@example.com')];
    const found = matchText(parseWords('سارا example'), prepareText('سارا احمدی'), others);
    expect(found?.marks).toEqual([[0, 4]]);
    expect(found?.score).toBeLessThan(find('سارا', 'سارا احمدی')!.score);
    expect(matchText(parseWords('سارا هیچ'), prepareText('سارا احمدی'), others)).toBeNull();
  });

  it('spells the likeliest words', () => {
    expect(spellFinglish('gozaresh', 4)).toContain('گزارش');
    expect(spellFinglish('gharardad', 4)).toContain('قرارداد');
    expect(spellFinglish('portfel', 4)).toContain('پرتفل');
    expect(spellFinglish('pooshe', 4).length).toBeLessThanOrEqual(4);
    expect(spellFinglish('گزارش', 4)).toEqual([]);
  });
});

function time(run: () => void): number {
  const begin = performance.now();
  run();
  return performance.now() - begin;
}

/** The same numbers every time. */
function dice(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return Math.floor((state / 4294967296) * below);
  };
}

const pick = (roll: (below: number) => number, letters: string, length: number) =>
  Array.from({ length }, () => Array.from(letters)[roll(Array.from(letters).length)]).join('');

describe('matching any text', () => {
  it('finds each Persian word by its keys on a Latin keyboard, and each Latin word by Persian keys', () => {
    const roll = dice(7);
    for (let round = 0; round < 400; round++) {
      const persian = pick(roll, 'ضصثقفغعهخحجچشسیبلاتنمکگظطزرذدپو', 2 + roll(8));
      const latin = pick(roll, 'abcdefghijklmnopqrstuvwxyz', 2 + roll(8));
      for (const word of [persian, latin]) {
        const keys = rewriteLayouts(word);
        expect(keys.length, word).toBeGreaterThan(0);
        for (const typed of keys) expect(find(typed, `x ${word} y`), `${typed} for ${word}`).not.toBeNull();
      }
    }
  });

  it('gives marks that lie in the text, in order, whatever the text', () => {
    const roll = dice(11);
    const letters = "اآأئؤةكي‌ًّـ۱1aAbB é\u0301ﷺﻻ😀👩‍🚀()[].*+?\\'`;,/-_\t\u200f\u2068گپ";
    for (let round = 0; round < 3000; round++) {
      const text = pick(roll, letters, roll(14));
      const query = roll(2) ? pick(roll, letters, roll(5)) : text.slice(roll(4), 4 + roll(6));
      const match = find(query, text);
      let end = -1;
      for (const [from, until] of match?.marks ?? []) {
        expect(from, `${query} in ${text}`).toBeGreaterThan(end);
        expect(until, `${query} in ${text}`).toBeGreaterThan(from);
        end = until;
      }
      expect(end).toBeLessThanOrEqual(text.length);
    }
  });

  it('looks through 5,000 texts within a frame', () => {
    const roll = dice(3);
    const names = ['گزارش مالی', 'قرارداد خرید', 'صورت‌جلسهٔ هیئت', 'invoice', 'Annual report', 'عکس تیم', 'پیش‌نویس'];
    const texts = Array.from(
      { length: 5000 },
      (_, at) => `${names[roll(names.length)]} ${at} ${pick(roll, 'ابپت', 6)}.pdf`,
    );
    let subjects: ReturnType<typeof prepareText>[] = [];
    const cold = time(() => (subjects = texts.map(prepareText)));
    const spent = ['گزارش', "'chva", 'gozaresh', 'invoice 12', 'هدرخهزث', 'نیست'].map((query) => {
      const words = parseWords(query);
      const runs = Array.from({ length: 5 }, () =>
        time(() => subjects.forEach((subject) => matchText(words, subject))),
      );
      return `${query} ${runs.toSorted((a, b) => a - b)[2]?.toFixed(1)} ms`;
    });
    // A busy machine takes longer: it is told and decides nothing.
    console.info(`5,000 texts: prepared in ${cold.toFixed(1)} ms; ${spent.join(', ')}`);
    expect(subjects).toHaveLength(5000);
  });
});
