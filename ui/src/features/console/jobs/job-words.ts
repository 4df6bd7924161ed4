import { t } from '~/i18n';

/** The jobs that have words. */
const jobs = [
  'uploads_expire',
  'chunks_expire',
  'webdav_locks',
  'rehomings_finish',
  'undos_expire',
  'selections_expire',
  'trash_expire',
  'activities_expire',
  'search_tidy',
  'summaries_tidy',
  'imports_expire',
  'leases_end',
  'office_forgotten',
  'google_fetch',
  'orders_expire',
  'payments_settle',
  'mailbox_read',
  'attachments_expire',
  'plans_remind',
  'workspaces_purge',
  'sessions_expire',
  'sessions_sync',
  'secrets_expire',
  'device_logins_expire',
  'import_logins_end',
  'people_erase',
  'passwords_remind',
  'audit_write',
  'links_check',
  'links_expire',
  'boxes_tell',
  'boxes_remove',
  'boxes_check',
  'boxes_purge',
  'messages_expire',
  'codes_expire',
  'texts_watch',
  'contents_sweep',
  'catalog_write',
  'contents_scrub',
  'memory_return',
  'writer_watch',
  'storage_note',
  'copies_make',
  'copies_drill',
  'sheet_watch',
  'drill_watch',
  'appliance_examine',
] as const;

/** The name of a job in words; a newer server may have jobs that have none. */
export function jobWords(name: string): string {
  const known = jobs.find((one) => one === name);
  return known ? t(`consoleSystem.job_${known}`) : name;
}
