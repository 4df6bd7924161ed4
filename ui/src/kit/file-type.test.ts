import { expect, it } from 'vitest';
import { endingOf, fileType } from './file-type';

it.each([
  ['گزارش (2).pdf', '', 'pdf'],
  ['IMG_1.JPG', 'application/octet-stream', 'image'],
  ['backup.tar.gz', '', 'archive'],
  ['README', 'text/plain', 'text'],
  ['.env', '', 'other'],
  ['clip', 'video/mp4', 'video'],
  ['x.unknown', 'application/pdf', 'pdf'],
  ['بودجه.xlsx', '', 'sheet'],
] as const)('%s (%s) is %s', (name, contentType, type) => {
  expect(fileType(name, contentType)).toBe(type);
});

it('knows no ending where there is none', () => {
  expect(endingOf('.gitignore')).toBe('');
  expect(endingOf('Makefile')).toBe('');
  expect(endingOf('a.B')).toBe('b');
});
