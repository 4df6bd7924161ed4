import { describe, expect, it } from 'vitest';
import { folderAt, newFolder, place, rowsOf, stepsOf } from './tree';

const file = (size: number, at: Date | null = null) => ({ size, at, locked: false, entry: null });

describe('the tree of an archive', () => {
  it('sums up folders and shows them before files, by number', () => {
    const root = newFolder<null>('');
    place(root, 'a/b/10.txt', file(10, new Date(2024, 1, 1)));
    place(root, 'a\\b\\9.txt', file(5, new Date(2025, 1, 1)));
    place(root, 'empty/', null);
    place(root, 'z.txt', file(1));
    expect(root).toMatchObject({ size: 16, count: 3, at: new Date(2025, 1, 1) });
    expect(rowsOf(root).map((row) => (row.kind === 'folder' ? row.folder.name : row.item.name))).toEqual([
      'a',
      'empty',
      'z.txt',
    ]);
    expect(rowsOf(folderAt(root, ['a', 'b'])).map((row) => row.kind === 'file' && row.item.name)).toEqual([
      '9.txt',
      '10.txt',
    ]);
  });

  it('takes paths that lead out of it for names', () => {
    expect(stepsOf('../../etc/passwd')).toEqual(['..', '..', 'etc', 'passwd']);
    expect(stepsOf('/etc/./passwd')).toEqual(['/', 'etc', 'passwd']);
    expect(stepsOf('C:\\Windows\\a')).toEqual(['C:', 'Windows', 'a']);
    const root = newFolder<null>('');
    place(root, '__proto__/constructor', file(1));
    expect(rowsOf(folderAt(root, ['__proto__']))).toHaveLength(1);
    expect(Object.prototype).not.toHaveProperty('folders');
  });

  it('folds a path of thousands of folders', () => {
    const steps = stepsOf('a/'.repeat(5000) + 'end');
    expect(steps).toHaveLength(65);
    expect(steps.at(-1)).toBe('end');
  });
});
