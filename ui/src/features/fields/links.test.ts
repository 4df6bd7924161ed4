import { expect, it } from 'vitest';
import { problemOf, safeLink } from './links';

it('opens addresses of the web and nothing else', () => {
  expect(safeLink(' https://example.com/a?b=1 ')).toBe('https://example.com/a?b=1');
  for (const bad of ['javascript:alert(1)', 'data:text/html,x', 'example.com', '//example.com', '', 'JaVaScRiPt:1']) {
    expect(safeLink(bad)).toBeNull();
  }
});

it('says what is wrong with a value', () => {
  expect(problemOf('text', '  ')).toBe('fields.contentRequired');
  expect(problemOf('link', 'example')).toBe('fields.linkInvalid');
  expect(problemOf('link', 'http://example.com')).toBeNull();
  expect(problemOf('text', 'x')).toBeNull();
});
