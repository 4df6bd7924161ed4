import { expect, it } from 'vitest';
import { programOf } from './client-words';

const device = {
  token_id: '1',
  name: 'x',
  may_write: true,
  can_wipe: false,
  created_at: '',
  last_sync: null,
  address: '',
  wipe_asked_at: null,
  wiped_at: null,
};

it('names the program of a device by what is known of it', () => {
  expect(programOf({ ...device, client: 'nextcloud_desktop', version: '3.7.3', system: 'Linux' })).toBe(
    'Nextcloud 3.7.3 · Linux',
  );
  expect(programOf({ ...device, client: 'finder', version: '', system: 'macOS' })).toBe('Finder · macOS');
  expect(programOf({ ...device, client: 'other', version: '', system: '' })).toBe('WebDAV');
});
