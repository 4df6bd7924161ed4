import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bodyChanged, isRepeatOfBodyChange, onBodyChange, partsOf } from './docx-typing';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  onBodyChange(() => undefined);
  vi.useRealTimers();
});

describe('bodyChanged', () => {
  it('tells of each change at once, and converts once after the last', () => {
    const changed = vi.fn();
    onBodyChange(changed);
    const convert = vi.fn(() => 'document');
    const told: [string, boolean][] = [];
    for (let key = 0; key < 3; key += 1) {
      bodyChanged(convert, (document) => void told.push([document, isRepeatOfBodyChange()]));
      vi.advanceTimersByTime(100);
    }
    expect(changed).toHaveBeenCalledTimes(3);
    expect(convert).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(convert).toHaveBeenCalledTimes(1);
    expect(told).toEqual([['document', true]]);
    expect(isRepeatOfBodyChange()).toBe(false);
  });

  it('does nothing after the editor is gone', () => {
    const tell = vi.fn();
    bodyChanged(() => null, tell);
    vi.advanceTimersByTime(1000);
    expect(tell).not.toHaveBeenCalled();
  });

  it('stops following when a component fails', () => {
    bodyChanged(
      () => 'document',
      () => {
        throw new Error('broken');
      },
    );
    expect(() => vi.advanceTimersByTime(1000)).toThrow('broken');
    expect(isRepeatOfBodyChange()).toBe(false);
  });
});

describe('partsOf', () => {
  const section = { pageWidth: 11906 };
  const styles = {};
  const documentOf = (content: unknown[], more: object = {}, inside: object = {}) => ({
    warnings: undefined,
    package: { styles, document: { content, finalSectionProperties: section, ...inside }, ...more },
  });

  it('is the same document while only the text is another one', () => {
    const first = documentOf(['a']);
    expect(partsOf(first)).toBe(first);
    expect(partsOf(documentOf(['b']))).toBe(first);
  });

  it.each([
    ['a style', documentOf(['a'], { styles: {} })],
    ['a footnote', documentOf(['a'], { footnotes: [] })],
    ['the page', documentOf(['a'], {}, { finalSectionProperties: { pageWidth: 12240 } })],
    ['a comment', documentOf(['a'], {}, { comments: [] })],
    ['another document', { package: {} }],
    ['none', null],
  ])('is another one for %s', (_name, other) => {
    partsOf(documentOf(['a']));
    expect(partsOf(other)).toBe(other);
  });
});
