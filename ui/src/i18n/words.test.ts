import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { en } from './en';
import { fa } from './fa';
import type { Words } from './types';

/** The rows of docs/words.md: | concept | Persian | English | not (Persian) | not (English) | except |. */
const rows = fs
  .readFileSync('../docs/words.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .map((line) => line.split('|').map((cell) => cell.trim()));

const listed = (column: number) =>
  rows.flatMap((row) => (row[column] ?? '').split(/[,،]/)).flatMap((form) => form.trim() || []);

const mail = (language: string) =>
  fs
    .readFileSync(`../app/base/mail/templates/${language}.txt`, 'utf8')
    .split('\n')
    .map((line, at): [string, string] => [
      `${language}.txt:${at + 1} ${/define "(\w+)/.exec(line)?.[1]}`,
      line.replace(/\{\{.*?\}\}/g, ' '),
    ]);

const textsOf = (dict: Record<string, Record<string, Words>>) =>
  Object.entries(dict).flatMap(([part, words]) =>
    Object.entries(words).flatMap(([key, text]) =>
      (typeof text === 'string' ? [text] : [text.one, text.other]).map((form): [string, string] => [
        `${part}.${key}`,
        form,
      ]),
    ),
  );

const exceptions = listed(6);
const without = (text: string) =>
  exceptions.reduce((rest, phrase) => rest.replaceAll(phrase, ' '), text.replace(/\{\w+\}/g, ' '));

/** The texts that hold a form at the start of a word, as "key: form". */
function wrong(texts: [string, string][], forms: string[]): string[] {
  const patterns = forms.map((form) => [form, new RegExp(`(?<![\\p{L}\\p{M}\u200c])${form}`, 'iu')] as const);
  return texts.flatMap(([key, text]) => {
    const rest = without(text);
    return patterns.filter(([, pattern]) => pattern.test(rest)).map(([form]) => `${key}: ${form}`);
  });
}

describe('docs/words.md', () => {
  it('is read whole', () => {
    expect(rows.length).toBeGreaterThan(60);
    expect(rows.filter((row) => row.length !== 8)).toEqual([]);
  });

  it('refuses a form at the start of a word, and allows what is excepted', () => {
    const forms = ['تازه', 'right'];
    expect(wrong([['a', 'پوشهٔ تازه‌ای']], forms)).toEqual(['a: تازه']);
    expect(wrong([['b', 'All Rights']], forms)).toEqual(['b: right']);
    expect(
      wrong(
        [
          ['c', 'تازه‌سازی'],
          ['d', 'loses access right away'],
          ['e', 'copyright'],
        ],
        forms,
      ),
    ).toEqual([]);
  });

  it('is kept by the Persian texts and mails', () => {
    expect(wrong([...textsOf(fa), ...mail('fa')], listed(4))).toEqual([]);
  });

  it('is kept by the English texts and mails', () => {
    expect(wrong([...textsOf(en), ...mail('en')], listed(5))).toEqual([]);
  });

  // An appliance that sells nothing, which is the default, shows no word of it.
  it('keeps the words of selling to the parts that sell', () => {
    const selling =
      /^(plans|billing|console|consolePeople|consoleSystem)\.|^errors\.(plan_|renew_plan|upgrade_plan|one_free_workspace|discount_|payment_|price_|trial_|invoice)|:\d+ (payment|plan)_/;
    const elsewhere = (texts: [string, string][]) => texts.filter(([key]) => !selling.test(key));
    const en_ = ['plan', 'upgrade', 'price', 'pricing', 'subscription', 'free account', 'free workspace', 'buy'];
    const fa_ = ['پلن', 'ارتقا', 'تعرفه', 'رایگان', 'خرید', 'قیمت'];
    expect(wrong(elsewhere([...textsOf(en), ...mail('en')]), en_)).toEqual([]);
    expect(wrong(elsewhere([...textsOf(fa), ...mail('fa')]), fa_)).toEqual([]);
    expect(wrong([['files.x', 'Upgrade your plan']], en_)).toHaveLength(2);
  });
});
