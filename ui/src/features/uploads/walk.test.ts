import { describe, expect, it } from 'vitest';
import { walkDrop, walkInput } from './walk';

type Tree = { [name: string]: Tree | string };

/** Entries as a browser gives them: unsorted, a hundred at a time, gone once the event is over. */
function entryOf(name: string, node: Tree | string): unknown {
  if (typeof node === 'string') {
    return {
      name,
      isFile: true,
      isDirectory: false,
      file: (done: (file: File) => void) => done(new File([node], name)),
    };
  }
  const children = Object.entries(node).map(([child, below]) => entryOf(child, below));
  return {
    name,
    isFile: false,
    isDirectory: true,
    createReader: () => {
      const rest = children.toReversed();
      return { readEntries: (done: (some: unknown[]) => void) => setTimeout(() => done(rest.splice(0, 100))) };
    },
  };
}

function dropOf(tree: Tree): { dataTransfer: DataTransfer; end: () => void } {
  let over = false;
  const items = Object.entries(tree).map(([name, node]) => ({
    kind: 'file',
    webkitGetAsEntry: () => (over ? null : entryOf(name, node)),
  }));
  return { dataTransfer: { items, files: [] } as unknown as DataTransfer, end: () => (over = true) };
}

describe('walkDrop', () => {
  it('keeps folders, sorts by name, and finds empty folders', async () => {
    const { dataTransfer, end } = dropOf({
      photos: { '10.jpg': 'b', '9.jpg': 'a', trip: { 'x.txt': 'x' }, empty: {} },
      'loose.txt': 'l',
    });
    const walking = walkDrop(dataTransfer);
    end();
    const { sources, emptyFolders } = await walking;
    expect(sources.map(({ file, relativePath }) => `${relativePath}|${file.name}`)).toEqual([
      'photos|9.jpg',
      'photos|10.jpg',
      'photos/trip|x.txt',
      '|loose.txt',
    ]);
    expect(emptyFolders).toEqual(['photos/empty']);
  });

  it('reads a folder of 250 files to its end', async () => {
    const many = Object.fromEntries(Array.from({ length: 250 }, (_, n) => [`f${n}`, 'x']));
    const { sources } = await walkDrop(dropOf({ many }).dataTransfer);
    expect(sources).toHaveLength(250);
  });

  it('takes plain files where the browser knows no entries', async () => {
    const file = new File(['x'], 'a.txt');
    const dataTransfer = { items: [{ kind: 'file', webkitGetAsEntry: () => null }], files: [file] };
    expect(await walkDrop(dataTransfer as unknown as DataTransfer)).toEqual({
      sources: [{ file, relativePath: '' }],
      emptyFolders: [],
    });
  });
});

it('walkInput reads folders from the path that the browser adds', () => {
  const file = Object.defineProperty(new File(['x'], 'a.txt'), 'webkitRelativePath', { value: 'photos/2024/a.txt' });
  const { sources } = walkInput([file]);
  expect(sources).toEqual([{ file, relativePath: 'photos/2024' }]);
});
