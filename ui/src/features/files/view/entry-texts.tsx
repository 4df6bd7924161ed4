import { t } from '~/i18n';
import { fullDate, when } from '~/i18n/format';
import type { Entry } from '../listing/entry';
import { extentOf } from '../listing/extent';
import { daysLeftText, originOf, placeNames } from '../listing/words';

/** The directory of an entry in a list from the whole workspace. */
export function PlaceText({ entry }: { entry: Entry }) {
  const names = placeNames(entry);
  return <bdi title={names.join(' / ')}>{names.at(-1)}</bdi>;
}

/** A column of the trash: original place, time of deletion or days left. */
export function TrashedText({ entry, column }: { entry: Entry; column: 'origin' | 'trashedAt' | 'daysLeft' }) {
  const { trashed } = entry;
  if (!trashed?.trashed_at) return '—';
  if (column === 'origin') return <bdi>{originOf(trashed)}</bdi>;
  if (column === 'daysLeft') return <RemainingDays days={trashed.days_left ?? 0} at={trashed.removed_at} />;
  const by = trashed.trashed_by?.name;
  return (
    <time dateTime={trashed.trashed_at} title={fullDate(trashed.trashed_at)}>
      {by ? t('files.byPerson', { when: when(trashed.trashed_at), name: by }) : when(trashed.trashed_at)}
    </time>
  );
}

function RemainingDays({ days, at }: { days: number; at: string | null }) {
  return (
    <span title={at ? fullDate(at) : undefined} className={days <= 3 ? 'font-medium text-danger' : undefined}>
      {daysLeftText(days)}
    </span>
  );
}

/** The second line of a name where there is no room for columns. */
export function SecondLine({ entry }: { entry: Entry }) {
  const { trashed } = entry;
  const parts = trashed?.trashed_at
    ? [daysLeftText(trashed.days_left ?? 0), originOf(trashed)]
    : entry.path
      ? [when(entry.usedAt ?? entry.modifiedAt), placeNames(entry).at(-1)]
      : [when(entry.modifiedAt)];
  if (!entry.path) parts.splice(1, 0, extentOf(entry));
  return parts.map((part, index) => (
    <span key={index}>
      {index > 0 && ' · '}
      <bdi>{part}</bdi>
    </span>
  ));
}
