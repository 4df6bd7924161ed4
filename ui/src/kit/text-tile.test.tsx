import { cleanup, render } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import type { FileType } from './file-type';
import { TextTile } from './text-tile';

afterEach(cleanup);

const show = (text: string, type: FileType = 'text') => render(<TextTile text={text} type={type} />).container;
const directions = (tile: Element) => [...tile.querySelectorAll('[dir]')].map((line) => line.getAttribute('dir'));

it('draws markup as the text that it is, and adds nothing to the words of the page', () => {
  const tile = show('<img src=x onerror="document.title=1">\n<script>document.title = 2</script>\n&amp;');
  expect(tile.querySelector('img, script')).toBeNull();
  expect(tile.textContent).toBe('');
  expect([...tile.querySelectorAll('[dir]')].map((line) => line.getAttribute('data-line'))).toEqual([
    '<img src=x onerror="document.title=1">',
    '<script>document.title = 2</script>',
    '&amp;',
  ]);
});

it('is hidden from screen readers and not chosen', () => {
  const tile = show('a').firstElementChild;
  expect(tile?.getAttribute('aria-hidden')).toBe('true');
  expect(tile?.className).toContain('select-none');
});

it('lets each line run as its letters do, and lines of digits as the text', () => {
  expect(directions(show('سلام\nHello\n12\n---'))).toEqual(['rtl', 'ltr', 'rtl', 'rtl']);
  expect(directions(show('۱۲\n---\nHello'))).toEqual(['ltr', 'ltr', 'ltr']);
});

it('lets all rows of a table run one way', () => {
  expect(directions(show('نام,شهر\n1405-08-02,Cable', 'sheet'))).toEqual(['rtl', 'rtl']);
  expect(directions(show('name,city\nسارا,تهران', 'sheet'))).toEqual(['ltr', 'ltr']);
});

it('lets code run from the left, also its Persian comments', () => {
  expect(directions(show('// سلام\nx = 1', 'code'))).toEqual(['ltr', 'ltr']);
});
