import { expect, it } from 'vitest';
import type { Link } from '~/api/types';
import { linkToCopy } from './link-to-copy';

const link = (download_id: string, status: Link['status'], ...items: string[]) =>
  ({ download_id, status, items: items.map((target_id) => ({ target_id })) }) as Link;
const target = (id: string) => ({ kind: 'file', id, name: id, directoryId: 'd' }) as const;

it('is the newest link that works', () => {
  const links = [link('a', 'expired', 'x'), link('b', 'active', 'x'), link('c', 'active', 'x')];
  expect(linkToCopy(links, [target('x')])?.download_id).toBe('b');
});

it('opens the chosen items and nothing else', () => {
  const links = [link('a', 'active', 'x', 'y'), link('b', 'active')];
  expect(linkToCopy(links, [target('x')])).toBeUndefined();
  expect(linkToCopy(links, [target('y'), target('x')])?.download_id).toBe('a');
});
