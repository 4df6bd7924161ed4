import { describe, expect, it } from 'vitest';
import { asFile } from './as-file';
import { MAX_BYTES, MAX_FILES, findOutdated, within, type Incoming } from './kept';

const sized = (name: string, size: number) => Object.defineProperty(new File([], name), 'size', { value: size });
const row = (id: string, at: number, files: File[]): Incoming => ({
  id,
  at,
  files,
  title: '',
  text: '',
  url: '',
  leftOut: 0,
});

describe('the limits', () => {
  it('keep the first files only', () => {
    const many = Array.from({ length: MAX_FILES + 5 }, (_, index) => sized(`${index}`, 1));
    expect(within(many)).toHaveLength(MAX_FILES);
    expect(within([sized('a', MAX_BYTES - 1), sized('b', 2), sized('c', 1)]).map(({ name }) => name)).toEqual([
      'a',
      'c',
    ]);
  });

  it('delete shares older than a day, and the oldest ones to make room', () => {
    const rows = [row('old', 0, []), row('big', 90_000_000, [sized('a', MAX_BYTES)]), row('small', 90_000_001, [])];
    expect(findOutdated(rows, 90_000_002)).toEqual(['old']);
    expect(findOutdated(rows, 90_000_002, [sized('next', 1)])).toEqual(['big', 'old']);
  });
});

const share = (title: string, text: string, url = '') => ({ title, text, url, files: [] });

describe('a shared text', () => {
  it('becomes a link when it is only an address', async () => {
    const file = asFile(share('', 'https://example.com/a?b=1'), 'text');
    expect(file?.name).toBe('example.com.url');
    expect(await file?.text()).toBe('[InternetShortcut]\r\nURL=https://example.com/a?b=1\r\n');
  });

  it('becomes a text otherwise', async () => {
    const file = asFile(share('../یک\u202E / نام‌ها', 'سلام', 'https://example.com'), 'text');
    expect(file?.name).toBe('.. یک نام‌ها.txt');
    expect(await file?.text()).toBe('سلام\n\nhttps://example.com');
  });

  it('makes no link of another kind of address', () => {
    expect(asFile(share('', 'javascript:alert(1)'), 'متن')?.name).toBe('متن.txt');
    expect(asFile(share('', 'https://a.example\r\nIconFile=x'), 'متن')?.name).toBe('متن.txt');
  });

  it('is nothing when there is none', () => {
    expect(asFile(share('', ''), 'text')).toBeNull();
    expect(asFile({ ...share('a.png', ''), files: [sized('a.png', 1)] }, 'text')).toBeNull();
  });
});
