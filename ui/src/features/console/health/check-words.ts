import { t } from '~/i18n';

/** The checks of an examination that have words. */
const checks = [
  'version',
  'account',
  'clock',
  'clock_sync',
  'timezone',
  'open_files',
  'memory',
  'swap',
  'sandbox',
  'watchdog',
  'data_directory',
  'secrets',
  'filesystem',
  'disk',
  'inodes',
  'reserve',
  'database',
  'schema',
  'upgrade',
  'store',
  'growth',
  'backup',
  'backup_disk',
  'backup_age',
  'backup_read_back',
  'rehearsal',
  'scrub',
  'address',
  'dns',
  'local_name',
  'ports',
  'https',
  'certificate',
  'trusted_proxies',
  'metrics',
  'mail',
  'test_mail',
  'sms',
  'office',
  'jobs',
  'outbox',
  'writes',
  'log_messages',
] as const;

/** The name of a check in words; a newer server may have checks that have none. */
export function checkWords(name: string): string {
  const known = checks.find((one) => one === name);
  return known ? t(`consoleSystem.check_${known}`) : name;
}

const lacks = ['database', 'store', 'disk', 'copies'] as const;

/** What keeps the server from being ready, in a sentence. */
export function lackWords(what: string): string {
  const known = lacks.find((one) => one === what);
  return known ? t(`consoleSystem.lacks_${known}`) : what;
}
