import { t } from '~/i18n';
import { size } from '~/i18n/format';
import type { Entry } from './entry';

/** How much an entry holds, in words. */
export const extentOf = (entry: Pick<Entry, 'size' | 'empty'>): string =>
  entry.empty === null ? '—' : entry.empty ? t('files.holdsNothing') : size(entry.size);
