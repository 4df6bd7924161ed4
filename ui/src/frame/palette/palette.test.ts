import { beforeAll, describe, expect, it } from 'vitest';
import type { Permission, Space } from '~/api/types';
import { sectionsFor } from '~/features/console/frame/sections';
import { withWords } from '~/i18n';
import { routes } from '../../routes';
import { listPages, type Standing } from './pages';
import { rankGroups, type Candidate } from './candidates';
import { otherReadings } from './use-found';

beforeAll(() => withWords(Promise.resolve(), 'palette', 'accounts', 'workspaces', 'billing', 'console'));

const all: Permission[] = [{ action: 'manage', subject: 'all' }];
const standing: Standing = {
  spaceId: 's',
  space: { space_id: 's', guest: false, plan: 'business' } as unknown as Space,
  permissions: all,
  staff: 'administrator',
  selling: true,
  words: true,
  support: true,
};

const areas = ['overview', 'people', 'workspaces', 'tickets', 'money', 'outbox', 'system', 'settings', 'audit'];
const idsOf = (selling: boolean, reads: string[]) =>
  sectionsFor(selling, reads)
    .map(({ id }) => id)
    .join(' ');
const pathsOf = (of: Standing) =>
  new Set(
    listPages(of).map(({ href }) => href.replace(/\?.*/, '').replace('/workspace/s', '/workspace/:workspace_id')),
  );

/** Pages that are no place to go to, each with its reason. */
const elsewhere: Readonly<Record<string, string>> = {
  '/': 'leads on to the first page',
  '/setup': 'before there is anybody',
  '/trust': 'for devices that do not know the certificate yet',
  '/u': 'for visitors with a code',
  '/404': 'is what there is in place of a page',
  '/editor/onlyoffice': 'is of one file, which its address names',
  '/editor/google': 'is of one file, which its address names',
  '/share-target': 'other apps lead here with files',
  '/workspace/create-auto': 'a site of the seller leads here with an order',
};

/** The pages of signing in, and those that mails and devices lead to. */
const ofSignIn = /^\/(login|signup|invitation|forgot-password|reset-password|welcome|auth|callback)(\/|$)/;

describe('the pages of the palette', () => {
  const plain = routes
    .map(({ path, need }) => ({ path: path.replace(/\/:(section|topic|document)\?/g, ''), need }))
    .filter(({ path }) => !path.replace(':workspace_id', '').includes(':') && !ofSignIn.test(path));

  it('are all pages that one can go to', () => {
    const paths = pathsOf(standing);
    expect(plain.filter(({ path }) => !paths.has(path) && !(path in elsewhere)).map(({ path }) => path)).toEqual([]);
    expect(Object.keys(elsewhere).filter((path) => !plain.some((route) => route.path === path))).toEqual([]);
    expect([...paths].filter((path) => !plain.some((route) => route.path === path))).toEqual([]);
  });

  it('are offered with the right that the page asks for, and not without it', () => {
    for (const { path, need } of plain) {
      if (typeof need === 'string') continue;
      const only = (permissions: Permission[]) => pathsOf({ ...standing, permissions });
      expect(only([]).has(path), `${path} without rights`).toBe(false);
      expect(only([need]).has(path), `${path} with its right`).toBe(true);
    }
  });

  it('are fewer for guests, for those who are no staff, and where nothing is sold', () => {
    const guest = pathsOf({ ...standing, space: { space_id: 's', guest: true, plan: null } as unknown as Space });
    for (const path of ['my', 'download-link', 'uploadbox-link', 'imports', 'activity/my', 'trash/my'])
      expect(guest.has(`/workspace/:workspace_id/${path}`), path).toBe(false);
    expect([...pathsOf({ ...standing, staff: '' })].filter((path) => path.startsWith('/admin'))).toEqual([]);
    expect(pathsOf({ ...standing, selling: false }).has('/plans')).toBe(false);
    expect(pathsOf({ ...standing, support: false }).has('/ticket')).toBe(false);
    expect(pathsOf({ ...standing, permissions: undefined }).has('/workspace/:workspace_id/teammates')).toBe(false);
    expect([...pathsOf({ ...standing, spaceId: undefined })].filter((path) => path.includes(':'))).toEqual([]);
  });

  it('name each page once', () => {
    const ids = listPages(standing).map(({ id }) => id);
    expect(ids).toHaveLength(new Set(ids).size);
    for (const { label } of listPages(standing)) expect(label).toBeTruthy();
  });

  it('come with every page of the console, by the rights of staff', () => {
    // use-console.tsx offers what this gives; the route of the console has no other pages.
    expect(idsOf(true, areas)).toBe(
      'overview first-steps people workspaces events tickets outbox payments revenue plans discounts jobs copies recovery-sheet health growth log audit settings',
    );
    expect(idsOf(false, areas)).not.toMatch(/payments|revenue|plans|discounts/);
    // As access.staffRights has it: what a role may not read is no room of theirs.
    expect(idsOf(true, ['overview', 'people', 'workspaces', 'tickets', 'outbox'])).toBe(
      'overview people workspaces events tickets outbox',
    );
    expect(idsOf(true, ['overview', 'workspaces', 'tickets', 'money'])).toBe(
      'overview workspaces tickets payments revenue plans discounts',
    );
    expect(idsOf(true, ['tickets'])).toBe('tickets');
  });
});

const candidate = (id: string, text: string, detail?: string): Candidate => ({
  id,
  text,
  detail,
  icon: null,
  run: () => undefined,
});

describe('ranking', () => {
  const groups = [
    {
      id: 'actions',
      title: 'a',
      candidates: [candidate('1', 'تغییر نام'), candidate('2', 'حذف'), candidate('3', 'نام')],
    },
    { id: 'people', title: 'p', quiet: true, candidates: [candidate('4', 'نامدار', 'namdar@example.com')] },
  ];
  const idsOf = (query: string) =>
    rankGroups(groups, query).map(({ id, rows }) => [id, ...rows.map((row) => row.candidate.id)].join(' '));

  it('keeps the order of the menus until something is typed, and is quiet about what is many', () => {
    expect(idsOf('')).toEqual(['actions 1 2 3']);
    expect(idsOf('  ')).toEqual(['actions 1 2 3']);
  });

  it('puts the best of the best group first', () => {
    expect(idsOf('نام')).toEqual(['actions 3 1', 'people 4']);
    expect(idsOf('namdar@')).toEqual(['people 4']);
    expect(idsOf('نامد')).toEqual(['people 4']);
    expect(idsOf('هیچ')).toEqual([]);
  });

  it('asks the server for what may have been meant', () => {
    expect(otherReadings('\\vjtg')).toEqual(['پرتفل']);
    expect(otherReadings('gozaresh hafte')).toContain('گزارش هفته');
    expect(otherReadings('gozaresh gharardad foroosh').length).toBeLessThanOrEqual(5);
    expect(otherReadings('۱۴۰۵')).toEqual([]);
  });
});
