import { beforeAll, describe, expect, it } from 'vitest';
import { setLang, withWords } from '~/i18n';
import type { Import, Item } from './api';
import { addressOf, bareName, isArchiveOf } from './draft';
import { groupsOf, nameOf } from './groups';
import { hereOf, leftText, secondsLeft, shareOf, stopText } from './words';

const running = (values: Partial<Import> = {}): Import => ({
  import_id: '1',
  space_id: '1',
  directory_id: '2',
  directory_path: '',
  kind: 'bucket',
  title: 'backup',
  state: 'running',
  reason: null,
  retry_at: null,
  on_duplicate: 'rename',
  count: 100,
  done: 40,
  bytes: 1000,
  bytes_done: 500,
  renamed: 0,
  skipped: 0,
  failed: 0,
  unchanged: 0,
  listed: true,
  rate: 0,
  speed: 10,
  created_by: { _id: '1', name: '' },
  created_at: '',
  ended_at: null,
  run: 1,
  current: [],
  may_repeat: false,
  may_take_back: false,
  links: 0,
  ...values,
});

const item = (path: string, outcome: Item['outcome'], reason: string | null) => ({ path, outcome, reason }) as Item;

beforeAll(async () => {
  await withWords(Promise.resolve(), 'imports', 'errors');
  await setLang('en-us');
});

describe('how far an import is', () => {
  it('is told by bytes, by items without any, and not at all while the source is counted', () => {
    expect(shareOf(running())).toBe(0.5);
    expect(shareOf(running({ bytes: 0, bytes_done: 0 }))).toBe(0.4);
    expect(shareOf(running({ count: 0, done: 0, bytes: 0, bytes_done: 0 }))).toBe(0);
    expect(shareOf(running({ listed: false }))).toBeNull();
  });

  it('is not all before the last item, however many bytes there are', () => {
    expect(shareOf(running({ bytes_done: 1000 }))).toBe(0.99);
    expect(shareOf(running({ bytes_done: 1200, done: 100 }))).toBe(1);
    expect(shareOf(running({ state: 'done', listed: false }))).toBe(1);
  });

  it('tells the time that is left only where it is known', () => {
    expect(secondsLeft(running())).toBe(50);
    expect(secondsLeft(running({ speed: 0 }))).toBeNull();
    expect(secondsLeft(running({ state: 'paused' }))).toBeNull();
    expect([30, 90, 3600, 72 * 3600].map(leftText)).toEqual([
      'Less than a minute left',
      'About 2 minutes left',
      'About 1 hour left',
      'About 3 days left',
    ]);
  });

  it('counts as here what came and what was here', () => {
    expect(hereOf(running({ done: 100, failed: 3, skipped: 4, unchanged: 50 }))).toBe(93);
  });

  it('says why it does not go on', () => {
    expect(stopText(running())).toBeNull();
    expect(stopText(running({ state: 'paused' }))).toContain('where it stopped');
    expect(stopText(running({ state: 'paused', reason: 'storage_size_limit' }))).not.toContain('where it stopped');
    expect(stopText(running({ state: 'waiting', retry_at: '2026-11-22T10:05:00Z' }))).toContain('13:35');
  });
});

describe('what did not come', () => {
  it('is grouped by its reason: failures first, the largest group first', () => {
    const groups = groupsOf([
      item('a', 'skipped', 'x'),
      item('b', 'failed', 'gone'),
      item('c', 'failed', 'denied'),
      item('d', 'failed', 'denied'),
      item('e', 'skipped', 'x'),
      item('f', 'skipped', 'x'),
    ]);
    expect(groups.map(({ reason, items }) => [reason, items.length])).toEqual([
      ['denied', 2],
      ['gone', 1],
      ['x', 3],
    ]);
  });

  it('has the last part of its path as a name', () => {
    expect(['a/b.txt', 'a/b/', 'c'].map(nameOf)).toEqual(['b.txt', 'b/', 'c']);
  });
});

describe('a source', () => {
  it('is an address with or without its scheme', () => {
    expect(addressOf(' cloud.example.com/nc ')).toBe('https://cloud.example.com/nc');
    expect(addressOf('http://localhost:8080')).toBe('http://localhost:8080');
    expect(['', 'localhost', 'a b.com', 'https://'].map(addressOf)).toEqual([null, null, null, null]);
  });

  it('is an archive by its name', () => {
    expect(isArchiveOf('takeout', 'takeout-20261120-001.ZIP')).toBe(true);
    expect(isArchiveOf('user_migration', 'sara.nextcloud_export')).toBe(true);
    expect(isArchiveOf('archive', 'photos.7z')).toBe(true);
    expect(isArchiveOf('archive', 'photos.rar')).toBe(false);
    expect(['photos.tar.gz', 'a.b.zip', '.zip'].map(bareName)).toEqual(['photos', 'a.b', '.zip']);
  });
});
