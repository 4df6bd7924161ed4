import { describe, expect, it } from 'vitest';
import type { Entry } from './entry';
import { insideOf, isWay, mayAll, mayMakeFolders, mayOn } from './rights';

const rule = (text: string) => {
  const [action = '', subject = ''] = text.split(' ');
  return { action, subject };
};
const entry = (own: string[], inherited: string[] = [], kind: Entry['kind'] = 'directory') =>
  ({ kind, trashed: null, permissions: own.map(rule), inherited: inherited.map(rule) }) as unknown as Entry;

describe('what may be done to an entry', () => {
  it('is what it says itself, or the list that it stands in', () => {
    const file = entry(['read file'], ['read version', 'create download_link'], 'file');
    expect(mayOn(file, 'read')).toBe(true);
    expect(mayOn(file, 'delete')).toBe(false);
    expect(mayOn(file, 'create', 'download_link')).toBe(true);
    expect(mayOn(file, 'delete', 'version')).toBe(false);
  });

  it('has to hold for all of them, and for nothing it does not', () => {
    const one = entry(['delete file'], [], 'file');
    expect(mayAll([one, entry(['read file'], [], 'file')], 'delete')).toBe(false);
    expect(mayAll([one], 'delete')).toBe(true);
    expect(mayAll([], 'delete')).toBe(false);
  });

  it('is nothing in a directory that only leads on', () => {
    const way = entry([]);
    expect(isWay(way)).toBe(true);
    expect(isWay(entry(['read directory']))).toBe(false);
    expect(isWay(entry([], ['read directory']))).toBe(false);
    expect(mayMakeFolders(insideOf(way))).toBe(false);
    expect(mayMakeFolders(insideOf(entry(['read directory', 'create directory'])))).toBe(true);
  });
});
