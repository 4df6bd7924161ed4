import { expect, it } from 'vitest';
import type { Directory } from '~/api/types';
import { entryOfDirectory } from './entry';
import { extentOf } from './extent';

const nobody = { _id: '1', name: '' };
const directory = (more: Partial<Directory>): Directory => ({
  created_at: '',
  created_by: nobody,
  current_permissions: [{ action: 'read', subject: 'file' }],
  custom_fields: [],
  directories_count: 0,
  directory_id: '1',
  directory_path: '',
  files_count: 0,
  has_upload_box: false,
  is_favorite: false,
  last_modified_at: '',
  last_modified_by: nobody,
  name: 'a',
  parent_id: null,
  size: 0,
  status: 'ready',
  ...more,
});

it('says that a directory is empty, not that it has no size', () => {
  expect(extentOf(entryOfDirectory(directory({})))).toBe('خالی');
  expect(extentOf(entryOfDirectory(directory({ current_permissions: [], status: 'deleted' })))).toBe('خالی');
  expect(extentOf(entryOfDirectory(directory({ directories_count: 1 })))).toBe('۰ بایت');
  expect(extentOf(entryOfDirectory(directory({ files_count: 1, size: 2048 })))).toBe('۲ کیلوبایت');
});

it('does not call a directory empty whose content the user may not count', () => {
  expect(extentOf(entryOfDirectory(directory({ current_permissions: [] })))).toBe('—');
});
