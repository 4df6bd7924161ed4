import { t } from '~/i18n';
import { fullDate, size } from '~/i18n/format';
import { FileIcon } from '~/kit/file-icon';
import { RelativeTime } from '~/page/dates/relative-time';
import { Operation, Fact, Facts } from './facts';
import type { PanelProps } from './panel';
import { typeName } from '../listing/type-name';
import { daysLeftText, originOf } from '../listing/words';

/** Details of an entry in the trash: its original place, its deletion, and the days left to restore it. */
export function TrashedDetails({ entry }: PanelProps) {
  const { trashed } = entry;
  return (
    <div className="grid gap-6">
      <div className="grid h-36 place-items-center rounded-card bg-sunken">
        <FileIcon type={entry.type} size="lg" />
      </div>
      <Facts>
        {entry.kind === 'file' && <Fact name={t('files.type')}>{typeName(entry.type, entry.name)}</Fact>}
        <Fact name={t('files.size')}>{size(entry.size)}</Fact>
        {trashed?.trashed_at && (
          <>
            <Fact name={t('files.columnOrigin')}>
              <bdi>{originOf(trashed)}</bdi>
            </Fact>
            {trashed.trashed_by ? (
              <Operation name={t('files.columnTrashedAt')} at={trashed.trashed_at} by={trashed.trashed_by} />
            ) : (
              <Fact name={t('files.columnTrashedAt')}>
                <time dateTime={trashed.trashed_at} title={fullDate(trashed.trashed_at)}>
                  <RelativeTime at={trashed.trashed_at} />
                </time>
              </Fact>
            )}
            <Fact name={t('files.columnDaysLeft')}>
              {daysLeftText(trashed.days_left ?? 0)}
              {trashed.removed_at && <span className="block text-xs text-muted">{fullDate(trashed.removed_at)}</span>}
            </Fact>
          </>
        )}
        <Operation name={t('files.createdAt')} at={entry.createdAt} by={entry.createdBy} />
      </Facts>
    </div>
  );
}
