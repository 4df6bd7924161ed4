import { describe, expect, it } from 'vitest';
import type { Block } from '~/api/document';
import { compare } from './compare';
import { diff } from './diff';

const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
const of = (...texts: string[]) => texts.map(paragraph);
const row = (...cells: string[]): Block => ({ kind: 'row', cells });
const rebuilt = (runs: readonly { kind: string; items: readonly string[] }[], without: string) =>
  runs.filter(({ kind }) => kind !== without).flatMap(({ items }) => items);

describe('diff', () => {
  it('leads from any sequence to any other by few steps', () => {
    let seed = 7;
    const random = (n: number) => (seed = (seed * 48271) % 2147483647) % n;
    for (let round = 0; round < 300; round++) {
      const make = () => Array.from({ length: random(12) }, () => 'abc'[random(3)] ?? 'a');
      const [a, b] = [make(), make()];
      const runs = diff(a, b);
      expect(rebuilt(runs, 'new')).toEqual(a);
      expect(rebuilt(runs, 'gone')).toEqual(b);
    }
    expect(
      diff('abcabba'.split(''), 'cbabac'.split(''))
        .filter(({ kind }) => kind !== 'same')
        .flatMap(({ items }) => items),
    ).toHaveLength(5);
  });

  it('gives up on sequences that are wholly different, and still tells both', () => {
    const a = Array.from({ length: 5000 }, (_, n) => `a${n}`);
    const b = Array.from({ length: 5000 }, (_, n) => `b${n}`);
    expect(diff(['x', ...a, 'y'], ['x', ...b, 'y']).map(({ kind, items }) => [kind, items.length])).toEqual([
      ['same', 1],
      ['gone', 5000],
      ['new', 5000],
      ['same', 1],
    ]);
  });
});

describe('compare', () => {
  it('marks the words that changed in a paragraph, also in Persian', () => {
    const { lines, changed, added, removed } = compare(
      of('عنوان', 'مبلغ قرارداد ۲٬۲۰۰ میلیون تومان است که در سه قسط می‌شود.'),
      of('عنوان', 'مبلغ قرارداد ۲٬۴۰۰ میلیون تومان است که در چهار قسط می‌شود.'),
    );
    expect({ changed, added, removed }).toEqual({ changed: 1, added: 0, removed: 0 });
    expect(lines[1]?.pieces.filter(({ kind }) => kind !== 'same')).toEqual([
      { kind: 'gone', text: '۲٬۲۰۰' },
      { kind: 'new', text: '۲٬۴۰۰' },
      { kind: 'gone', text: 'سه' },
      { kind: 'new', text: 'چهار' },
    ]);
  });

  it('tells paragraphs that are new or gone from those that were changed', () => {
    const { lines, changed, added, removed } = compare(
      of('one', 'the weather is fine in June', 'two', 'this one goes away'),
      of('one', 'completely other words', 'the weather is bad in June', 'two'),
    );
    expect({ changed, added, removed }).toEqual({ changed: 1, added: 1, removed: 1 });
    expect(lines.map(({ kind }) => kind)).toEqual(['same', 'new', 'changed', 'same', 'gone']);
  });

  it('compares the rows of tables by their cells, and equal documents without a mark', () => {
    expect(compare([row('a', '1')], [row('a', '2')]).changed).toBe(1);
    const same = compare(of('a', 'b'), of('a', 'b'));
    expect(same.lines.every(({ kind }) => kind === 'same')).toBe(true);
    expect(compare([], []).lines).toEqual([]);
  });

  it('tells 150,000 lines that are the same, new or gone', () => {
    const many = Array.from({ length: 150_000 }, (_, n) => paragraph(String(n)));
    expect(compare(many, many).lines).toHaveLength(150_000);
    expect(compare([], many)).toMatchObject({ added: 150_000, removed: 0 });
    expect(compare(many, [])).toMatchObject({ added: 0, removed: 150_000 });
    expect(compare(many, of('x'))).toMatchObject({ added: 1, removed: 150_000 });
  }, 30_000);
});
