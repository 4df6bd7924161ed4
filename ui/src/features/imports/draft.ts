import type { OnDuplicate } from './api';

/** The directory that an import was begun in. */
export interface Start {
  readonly spaceId: string;
  readonly directoryId: string;
}

/** Where the files of an import go, and how. */
export interface Draft {
  readonly directoryId: string;
  /** The name of a directory that is made for them; empty for none. */
  readonly folder: string;
  readonly onDuplicate: OnDuplicate;
}

/** The name without the extensions of archives: `photos.tar.gz` becomes `photos`. */
export const bareName = (name: string): string =>
  name.replace(/\.(zip|tar|tgz|tar\.gz|tar\.bz2|tar\.xz|7z|nextcloud_export)$/i, '') || name;

/** Whether it is the name of an archive of that kind of source. */
export function isArchiveOf(kind: 'takeout' | 'user_migration' | 'archive', name: string): boolean {
  if (kind === 'user_migration') return /\.(nextcloud_export|zip)$/i.test(name);
  if (kind === 'takeout') return /\.(zip|tgz|tar\.gz)$/i.test(name);
  return /\.(zip|tar|tgz|tar\.gz|7z)$/i.test(name);
}

/** The address as it is sent: those who type none of it mean https. */
export function addressOf(typed: string): string | null {
  const text = typed.trim();
  const whole = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (text === '' || /\s/.test(text) || !URL.canParse(whole)) return null;
  return new URL(whole).hostname.includes('.') || /^https?:/i.test(text) ? whole : null;
}

export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);
