import { afterAll, describe, expect, it } from 'vitest';
import { setLang } from '~/i18n';
import type { Activity, ActivityDetail as Detail } from '~/api/types';
import { changeOf } from './changes';
import { formatFilter, noFilter, parseFilter, queryOf } from './filter';
import { daysOf, foldAll } from './fold';
import { foldSentence, plain, sentence } from './sentence';

let count = 0;
function made(action: string, more: Partial<Activity> & { name?: string; by?: string } = {}): Activity {
  count += 1;
  const type = action.startsWith('directory') ? 'directory' : 'file';
  return {
    activity_id: String(count),
    action,
    done_by: { _id: more.by ?? '1', name: more.by ?? 'سارا محمدی' },
    target: { type, id: String(count), name: more.name ?? 'گزارش.pdf', directory_id: '5', exists: true },
    path: '/قراردادها/۱۴۰۵',
    at: '2026-11-20T10:00:00Z',
    before: null,
    after: null,
    ...more,
  };
}

const details: Record<string, [before: Detail | null, after: Detail | null]> = {
  directory_rename: [{ name: 'پیشین' }, { name: 'تازه' }],
  file_rename: [{ name: 'a.txt' }, { name: 'b.txt' }],
  directory_move: [{ path: '/الف' }, { path: '/ب/پ' }],
  file_move: [{ path: '/الف' }, { path: '/' }],
  directory_merge: [{ path: '/الف' }, null],
  directory_restore: [null, { path: '/ب' }],
  file_restore: [null, { path: '/' }],
  file_access: [{ access: 'private' }, { access: 'public' }],
  workspace_access: [{ access: 'private' }, { access: 'public' }],
  workspace_sharing: [{ access: 'everyone' }, { access: 'members' }],
  workspace_templates: [null, { name: 'فرم‌ها' }],
  box_create: [null, { title: 'درخواست‌ها' }],
  box_update: [{ title: 'درخواست‌ها' }, { title: 'کارها' }],
  box_delete: [{ title: 'کارها' }, null],
  version_create: [null, { number: 3, size: 2048 }],
  version_restore: [{ number: 4 }, { number: 2 }],
  version_delete: [{ number: 2, size: 10 }, null],
  directory_rewind: [null, { at: '2026-11-19T08:30:00Z' }],
  undo: [{ action: 'file_move' }, null],
  tag_set: [
    { title: 'مشتری', content: 'الف' },
    { title: 'مشتری', content: 'ب' },
  ],
  tag_unset: [{ title: 'مشتری', content: 'ب' }, null],
  workspace_rename: [{ name: 'کهنه' }, { name: 'نو' }],
};

const actions = [
  'directory_create directory_rename directory_move directory_copy directory_merge directory_delete directory_restore',
  'directory_purge file_create file_rename file_move file_copy file_delete file_restore file_purge file_replace',
  'file_access version_create version_restore version_delete directory_rewind undo tag_set tag_unset workspace_create',
  'workspace_rename workspace_appearance field_create field_update field_delete trash_empty link_create link_update',
  'link_delete role_create role_update role_delete member_add member_update member_delete editor_save plan_renew',
  'plan_upgrade file_leave file_arrive directory_leave directory_arrive workspace_access',
  'workspace_sharing workspace_templates member_join box_create box_update box_delete something_new',
].flatMap((line) => line.split(' '));

const told = (action: string) => {
  const [before, after] = details[action] ?? [null, null];
  return plain(sentence(made(action, { before, after }), 'ROOT'));
};

const received = (name?: string) =>
  plain(sentence(made('file_receive', { after: { title: 'درخواست‌ها', size: 5, ...(name && { name }) } }), 'ROOT'));

describe('sentences', () => {
  afterAll(() => setLang('fa-ir'));

  it('tell every action in Persian', async () => {
    await setLang('fa-ir');
    const all = Object.fromEntries(actions.map((action) => [action, told(action)]));
    for (const text of Object.values(all)) {
      expect(text).toMatch(/^سارا محمدی /);
      expect(text).not.toMatch(/[{}\ue000-\ue0ff]|«»/);
    }
    expect(all.directory_rename).toBe('سارا محمدی نام پوشهٔ «پیشین» را به «تازه» تغییر داد');
    expect(all.file_create).toContain('در «۱۴۰۵» آپلود کرد');
    expect(all.file_access).toContain('برای همه باز کرد');
    expect(all.version_create).toContain('نسخهٔ ۳ از');
    expect(all.directory_rewind).toContain('۲۸ آبان ۱۴۰۵، ۱۲:۰۰');
    expect(all.undo).toContain('انتقال');
    expect(all.workspace_templates).toContain('«فرم‌ها» را به‌عنوان پوشهٔ الگوها');
    expect(plain(sentence(made('workspace_templates', { before: { name: 'فرم‌ها' } }), 'ROOT'))).toContain('کنار گذاشت');
    expect(all.workspace_rename).toBe('سارا محمدی نام فضای کاری را از «کهنه» به «نو» تغییر داد');
    expect(received('رضا')).toMatch(/^رضا .*گزارش.pdf.* را در صندوق آپلود «درخواست‌ها» آپلود کرد$/);
    expect(received()).toContain('یک بازدیدکننده');
  });

  it('tell every action in English', async () => {
    await setLang('en-us');
    for (const action of actions) {
      const text = told(action);
      expect(text).toMatch(/سارا محمدی/);
      expect(text).not.toMatch(/[{}\ue000-\ue0ff]|undefined/);
    }
    expect(told('file_move')).toContain(' to ROOT');
    expect(told('version_create')).toContain('uploaded version 3 of');
  });

  it('say what was and what is', async () => {
    await setLang('fa-ir');
    expect(changeOf(made('tag_set', { before: { content: 'الف' }, after: { content: 'ب' } }))).toEqual({
      before: 'الف',
      after: 'ب',
    });
    expect(changeOf(made('file_create', { after: { size: 2048 } }))).toEqual({ before: null, after: '۲ کیلوبایت' });
    expect(changeOf(made('file_delete'))).toBeNull();
  });
});

describe('folding', () => {
  it('tells the same doings of one person in one folder as one', async () => {
    await setLang('fa-ir');
    const uploads = Array.from({ length: 12 }, (_, n) => made('file_create', { name: `${n}.jpg`, by: 'سارا' }));
    const [fold, ...rest] = foldAll(uploads);
    expect(rest).toEqual([]);
    expect(fold && plain(foldSentence(fold, 'ROOT'))).toBe('سارا ۱۲ فایل در «۱۴۰۵» آپلود کرد');
  });

  it('keeps apart what differs in person, place, operation or time', () => {
    const list = [
      made('file_create'),
      made('file_create', { by: '2' }),
      made('file_create', { path: '/' }),
      made('file_rename', { path: '/' }),
      made('file_rename', { path: '/' }),
      made('file_move', { after: { path: '/a' } }),
      made('file_move', { after: { path: '/b' } }),
      made('file_delete'),
      made('file_delete', { at: '2026-11-20T08:00:00Z' }),
    ];
    expect(foldAll(list)).toHaveLength(list.length);
  });

  it('takes files and folders of one deletion together', async () => {
    await setLang('fa-ir');
    const [fold] = foldAll([made('file_delete'), made('directory_delete')]);
    expect(fold && plain(foldSentence(fold, 'ROOT'))).toBe('سارا محمدی ۲ مورد را از «۱۴۰۵» به سطل بازیافت منتقل کرد');
  });

  it('groups by the days of Tehran', () => {
    const days = daysOf([
      made('file_rename', { at: '2026-03-20T21:00:00Z' }),
      made('file_rename', { at: '2026-03-20T20:40:00Z' }),
      made('file_rename', { at: '2026-03-20T20:20:00Z' }),
    ]);
    expect(days.map(({ day, folds }) => [day, folds.length])).toEqual([
      ['2026-03-21', 2],
      ['2026-03-20', 1],
    ]);
  });
});

describe('the filter', () => {
  it('comes back from its address', () => {
    const filter = { person: '4', kind: 'delete', days: { from: '2026-11-01', to: null } } as const;
    expect(parseFilter(formatFilter(filter))).toEqual(filter);
    expect(parseFilter('kind=nothing&days=x..y')).toEqual(noFilter);
    expect(queryOf(filter)).toEqual({
      person: '4',
      action: 'directory_delete,directory_purge,file_delete,file_purge,trash_empty',
      from: '2026-10-31T20:30:00.000Z',
    });
  });
});
