import type { Page } from '@playwright/test';
import type { Growth, KindGrowth, WorkspaceGrowth } from '../src/api/types.gen';

const GIB = 2 ** 30;
const trend = (used: number, month: number, known = true) => ({
  used: used * GIB,
  known,
  month_least: known ? month * (month < 0 ? 2 : 0.5) * GIB : 0,
  month_likely: known ? month * GIB : 0,
  month_most: known ? month * (month < 0 ? 0.5 : 2) * GIB : 0,
  recently: known ? Array.from({ length: 30 }, (_, at) => (used - (month * (29 - at)) / 30) * GIB) : [used * GIB],
});
const workspace = (
  title: string,
  state: WorkspaceGrowth['state'],
  soonest: number | null,
  latest: number | null,
  of: ReturnType<typeof trend>,
): WorkspaceGrowth => ({
  space_id: '1',
  title,
  limit: state === 'unlimited' ? 0 : 100 * GIB,
  state,
  full_soonest: soonest,
  full_latest: latest,
  ...of,
});
const kind = (name: KindGrowth['kind'], used: number, month: number): KindGrowth => ({
  kind: name,
  ...trend(used, month),
});

/** What a server says that has run for months. */
const months: Growth = {
  at: '2026-11-28T08:00:00Z',
  count: 6,
  days: 90,
  filling: 1,
  workspaces: [
    workspace('بایگانی فیلم‌ها', 'full', null, null, trend(100, 0)),
    workspace('Design', 'fills', 4, 12, trend(90, 40)),
    workspace('شرکت پارس‌نگار', 'fills', 40, null, trend(60, 9)),
    workspace('Accounting', 'steady', null, null, trend(12, -1)),
    workspace('آزمایشی', 'unknown', null, null, trend(3, 0, false)),
    workspace('Research', 'unlimited', null, null, trend(220, 15)),
  ],
  kinds: [kind('video', 300, 30), kind('documents', 90, 6), kind('versions', 30, 3), kind('trash', 8, -2)],
};

/** Answers for the server. */
export async function answerGrowth(page: Page) {
  await page.route('**/api/admin/growth', (route) => route.fulfill({ json: months }));
  const kinds = [kind('video', 80, 38), kind('documents', 8, 2), kind('trash', 2, -1)];
  await page.route('**/api/admin/growth/workspaces/*', (route) => route.fulfill({ json: { kinds } }));
}
