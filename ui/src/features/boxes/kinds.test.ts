import { expect, it } from 'vitest';
import { acceptAttribute, cleanEnding, isEnding, refusalOf } from './kinds';

it('takes endings as people write them', () => {
  expect(['*.JPG', '.jpg', ' jpg '].map(cleanEnding)).toEqual(['jpg', 'jpg', 'jpg']);
  expect(isEnding('tar.gz')).toBe(false);
  expect(isEnding('7z')).toBe(true);
});

it('refuses what a box does not take', () => {
  const rules = { max_file_size: 100, allowed_file_types: ['image', 'psd'] };
  expect(refusalOf({ name: 'عکس.JPG', size: 100 }, rules)).toBeNull();
  expect(refusalOf({ name: 'طرح.psd', size: 5 }, rules)).toBeNull();
  expect(refusalOf({ name: 'عکس.jpg', size: 101 }, rules)).toBe('size');
  expect(refusalOf({ name: 'برنامه.exe', size: 1 }, rules)).toBe('type');
  expect(refusalOf({ name: 'README', size: 1 }, rules)).toBe('type');
  expect(refusalOf({ name: 'x', size: 1e12 }, { max_file_size: null, allowed_file_types: [] })).toBeNull();
});

it('tells the chooser of the system', () => {
  expect(acceptAttribute([])).toBe('');
  expect(acceptAttribute(['pdf', 'psd'])).toBe('.pdf,.psd');
});
