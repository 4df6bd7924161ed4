import { Download, EllipsisVertical, History, Trash2 } from 'lucide-react';
import type { FileVersion } from '~/api/types';
import { t } from '~/i18n';
import { dateTime, fullDate, size, when } from '~/i18n/format';
import { IconButton, iconButtonClass } from '~/kit/icon-button';
import { Menu } from '~/kit/menu';
import type { MenuEntry } from '~/kit/menu-items';

type Props = {
  version: FileVersion;
  onDownload: () => void;
  /** Absent where it may not be done. */
  onRestore: (() => void) | undefined;
  onDelete: (() => void) | undefined;
};

/** With the hour, too, where days alone would not tell versions apart. */
const moment = (at: string) => (Date.now() - Date.parse(at) < 36 * 3_600_000 ? when(at) : dateTime(at));

/** One version of a file: its number, its author, its time and its actions. */
export function VersionRow({ version, onDownload, onRestore, onDelete }: Props) {
  const entries: MenuEntry[] = [];
  if (onRestore)
    entries.push({ id: 'restore', label: t('files.makeCurrent'), icon: <History size={18} />, onSelect: onRestore });
  if (onDelete)
    entries.push({
      id: 'delete',
      label: t('files.purge'),
      icon: <Trash2 size={18} />,
      danger: true,
      onSelect: onDelete,
    });
  return (
    <li className="flex items-center gap-1 border-b border-line/60 py-2 last:border-0" data-version={version.number}>
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {t('files.version', { n: version.number })}
          {version.is_head && (
            <span className="ms-2 rounded-full bg-brand-soft px-2 py-0.5 text-2xs font-semibold text-brand">
              {t('files.versionHead')}
            </span>
          )}
        </p>
        <p className="text-xs text-muted" title={fullDate(version.created_at)}>
          {moment(version.created_at)} · <bdi>{version.created_by.name}</bdi> · {size(version.size)}
        </p>
      </div>
      <IconButton label={t('files.downloadVersion', { n: version.number })} onClick={onDownload}>
        <Download size={17} aria-hidden="true" />
      </IconButton>
      {entries.length > 0 && (
        <Menu
          label={t('files.version', { n: version.number })}
          align="end"
          entries={entries}
          trigger={
            <button
              type="button"
              aria-label={t('files.versionActions', { n: version.number })}
              className={iconButtonClass()}
            >
              <EllipsisVertical size={17} aria-hidden="true" />
            </button>
          }
        />
      )}
    </li>
  );
}
