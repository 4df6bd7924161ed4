import { describe, expect, it } from 'vitest';
import { piecesOf } from './linked';

const links = (text: string) => piecesOf(text).flatMap(({ url }) => url ?? []);

describe('links in a text', () => {
  it('are addresses of the web', () => {
    expect(links('see https://example.org/a?b=c, or http://example.org.')).toEqual([
      'https://example.org/a?b=c',
      'http://example.org/',
    ]);
  });

  it('are nothing that runs or deceives', () => {
    for (const text of [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'https://bank.example@evil.example/',
      'mailto:a@example.org',
      'https://',
    ])
      expect(links(text), text).toEqual([]);
  });

  it('end before the signs of the sentence and before markup', () => {
    expect(links('«https://example.org/الف»، (https://example.org/b).')).toEqual([
      new URL('https://example.org/الف').href,
      'https://example.org/b',
    ]);
    expect(links('<a href="https://example.org/x">')).toEqual(['https://example.org/x']);
  });

  it('lose nothing of the text', () => {
    const text = '<b>one</b> https://example.org, two';
    expect(
      piecesOf(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });
});
