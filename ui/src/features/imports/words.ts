import { keyText } from '~/api/fault';
import { t } from '~/i18n';
import { clock, size } from '~/i18n/format';
import type { Import } from './api';

const from = {
  nextcloud: 'imports.fromNextcloud',
  bucket: 'imports.fromBucket',
  webdav: 'imports.fromWebdav',
  takeout: 'imports.fromTakeout',
  user_migration: 'imports.fromUserMigration',
  archive: 'imports.fromArchive',
  folder: 'imports.fromFolder',
} as const satisfies Record<Import['kind'], string>;

/** «از Nextcloud، cloud.example.com» */
export const titleOf = ({ kind, title }: Pick<Import, 'kind' | 'title'>): string => t(from[kind], { name: title });

/** The share that is done, from 0 to 1; null while the source is still being listed. */
export function shareOf({ listed, bytes, bytes_done, count, done, state }: Import): number | null {
  if (state === 'done') return 1;
  if (!listed) return null;
  // Files without a byte count as well, and the last of them ends it.
  const share = bytes > 0 ? bytes_done / bytes : count > 0 ? done / count : 0;
  return done < count ? Math.min(share, 0.99) : Math.min(share, 1);
}

/** Seconds that are left at the present speed; null when nobody knows. */
export function secondsLeft({ listed, state, bytes, bytes_done, speed }: Import): number | null {
  if (state !== 'running' || !listed || speed <= 0) return null;
  return Math.max(0, bytes - bytes_done) / speed;
}

export function leftText(seconds: number): string {
  if (seconds < 60) return t('imports.leftSeconds');
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return t('imports.leftMinutes', { n: minutes });
  const hours = Math.round(minutes / 60);
  return hours < 48 ? t('imports.leftHours', { n: hours }) : t('imports.leftDays', { n: Math.round(hours / 24) });
}

/** «۱۸٬۲۴۰ از ۲۶٬۹۱۱ فایل» */
export const filesText = ({ listed, done, count }: Import): string =>
  listed ? t('imports.filesOf', { done, total: count }) : t('imports.filesDone', { n: done });

/** «۲۱۴ گیگابایت از ۳۱۸ گیگابایت» */
export const bytesText = ({ listed, bytes, bytes_done: done }: Import): string =>
  listed ? t('imports.bytesOf', { done: size(done), total: size(bytes) }) : size(done);

/** Why an item or an import did not end well. */
export const reasonText = (reason: string | null): string => (reason ? keyText(reason) : t('imports.otherReason'));

/** An archive that cannot be read, now or later. */
export const isUnreadable = ({ reason }: Import): boolean => reason?.startsWith('import_archive_') ?? false;

/** The message of an import that is not running, and the tone of it. */
export function stopText({ state, reason, retry_at: at }: Import): string | null {
  if (state === 'waiting')
    return at
      ? t('imports.waitingText', { when: t('imports.waitingAt', { time: clock(at) }) })
      : t('imports.waitingSoon');
  if (state === 'paused') return reason ? reasonText(reason) : t('imports.pausedText');
  if (state === 'failed') return t('imports.failedText', { reason: reasonText(reason) });
  return null;
}

/** How many files of the source are here: those that came, and those that were here before. */
export const hereOf = ({ done, failed, skipped }: Pick<Import, 'done' | 'failed' | 'skipped'>): number =>
  Math.max(0, done - failed - skipped);
