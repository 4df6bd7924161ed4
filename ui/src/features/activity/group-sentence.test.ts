import { afterAll, describe, expect, it } from 'vitest';
import type { TeamActivity } from '~/api/types';
import { setLang } from '~/i18n';
import { groupSentence } from './group-sentence';
import { plain } from './sentence';

const group = (action: string, files: number, directories: number, more: Partial<TeamActivity> = {}): TeamActivity => ({
  activity: {
    activity_id: '1',
    action,
    done_by: { _id: '2', name: 'سارا' },
    target: { type: 'file', id: '3', name: 'نقشه', directory_id: '5', exists: true },
    path: '/طرح‌ها',
    at: '2026-11-20T10:00:00Z',
    before: null,
    after: null,
  },
  at: '2026-11-20T10:00:00Z',
  files_count: files,
  directories_count: directories,
  is_more: false,
  ...more,
});

const told = (...args: Parameters<typeof group>) => plain(groupSentence(group(...args), 'ROOT'));

/** Without the marks that isolate names. */
const clean = (text: string) => text.replace(/[\u2066-\u2069]/g, '');

describe('what a team did', () => {
  afterAll(() => setLang('fa-ir'));

  it('is one sentence for many acts', async () => {
    await setLang('fa-ir');
    expect(told('file_create', 40, 0)).toBe('سارا ۴۰ فایل در «طرح‌ها» آپلود کرد');
    expect(told('file_create', 5000, 0, { is_more: true })).toBe('سارا بیش از ۵٬۰۰۰ فایل در «طرح‌ها» آپلود کرد');
    expect(told('file_create', 1, 0)).toBe('سارا «نقشه» را در «طرح‌ها» آپلود کرد');
    expect(told('directory_create', 12, 1)).toBe('سارا پوشهٔ «نقشه» را با ۱۲ فایل در «طرح‌ها» آپلود کرد');
    expect(told('directory_create', 12, 3)).toBe('سارا ۱۲ فایل در «طرح‌ها» آپلود کرد');
    expect(told('directory_create', 0, 3)).toBe('سارا ۳ پوشه در «طرح‌ها» ساخت');
    expect(told('file_delete', 2, 1)).toBe('سارا ۳ مورد را از «طرح‌ها» به سطل بازیافت منتقل کرد');
  });

  it('is English that one would write', async () => {
    await setLang('en-us');
    expect(clean(told('file_create', 40, 0))).toBe('سارا uploaded 40 files to طرح‌ها');
    expect(clean(told('file_leave', 4, 0))).toBe('سارا moved 4 files from طرح‌ها to another place');
    expect(clean(told('file_rename', 1, 0))).toContain('renamed');
  });
});
