import type { SharedLink } from '~/api/types';
import { t } from '~/i18n';
import { dateTime, fullDate } from '~/i18n/format';

/** The person who shares, and until when. */
export function Sharer({ info: { shared_by: name, expire_at: end } }: { info: SharedLink }) {
  if (!name.trim() && !end) return null;
  return (
    <p className="text-muted">
      {name.trim() && <bdi>{t('publiclink.from', { name })}</bdi>}
      {name.trim() && end && <span className="max-sm:hidden"> · </span>}
      {end && (
        <time dateTime={end} title={fullDate(end)} className="max-sm:block">
          {t('gate.until', { when: dateTime(end) })}
        </time>
      )}
    </p>
  );
}
