import { beforeEach, describe, expect, it } from 'vitest';
import { noteVisit, setStart, startAddress, startIn } from './visits';

beforeEach(() => {
  localStorage.clear();
  setStart('home');
});

describe('where one lands', () => {
  it('is the home page of a workspace', () => {
    noteVisit('/workspace/a/directory/7');
    expect(startIn('a')).toBe('/workspace/a/home');
    expect(startAddress(['a', 'b'])).toBe('/workspace/a/home');
  });

  it('is the folder that was open last in that workspace, for those who prefer it', () => {
    setStart('folder');
    noteVisit('/workspace/a/directory/7');
    noteVisit('/workspace/b/my');
    expect(startIn('a')).toBe('/workspace/a/directory/7');
    expect(startIn('b')).toBe('/workspace/b/my');
    expect(startIn('c')).toBe('/workspace/c/home');
    expect(startAddress(['a', 'b'])).toBe('/workspace/b/my');
  });

  it('is not a folder that is gone', () => {
    setStart('folder');
    noteVisit('/workspace/a/directory/7');
    noteVisit('/404');
    expect(startIn('a')).toBe('/workspace/a/home');
    expect(startAddress(['a'])).toBe('/workspace/a/home');
  });

  it('is the list of workspaces when none was visited', () => {
    expect(startAddress(['a', 'b'])).toBe('/workspace');
  });
});
