import { EllipsisVertical, FolderSearch, RotateCw, Trash2 } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { hrefOf, previewHref } from '~/api/place';
import { t } from '~/i18n';
import { dateTime, size } from '~/i18n/format';
import { FileIcon } from '~/kit/file-icon';
import { fileType } from '~/kit/file-type';
import { iconButtonClass } from '~/kit/icon-button';
import { Menu } from '~/kit/menu';
import { keep, release } from './actions';
import type { KeptFile } from './database';
import { useOnline } from './use-online';

/** A file on this device. */
export function PinRow({ file, stale }: { file: KeptFile; stale: boolean }) {
  const [, navigate] = useLocation();
  const online = useOnline();
  const { spaceId, directoryId, my } = file;
  return (
    <li className="relative flex min-h-16 items-center gap-3 border-b border-line ps-4 pe-2 last:border-0 hover:bg-hover">
      <FileIcon type={fileType(file.name, file.contentType)} size="md" />
      <div className="min-w-0 flex-1 text-start">
        <Link
          href={previewHref({ spaceId, my }, directoryId, file.id)}
          className="block truncate font-medium after:absolute after:inset-0"
        >
          <bdi>{file.name}</bdi>
        </Link>
        <p className="truncate text-xs text-muted">
          {size(file.size)} · {t('offline.kept', { when: dateTime(file.at) })}
        </p>
      </div>
      {stale && (
        <span className="shrink-0 rounded-full bg-warning-soft px-2.5 py-0.5 text-xs text-warning">
          {t('offline.stale')}
        </span>
      )}
      <Menu
        label={file.name}
        align="end"
        entries={[
          {
            id: 'refresh',
            label: t('offline.refresh'),
            icon: <RotateCw size={18} />,
            disabled: !online,
            onSelect: () => void keep([file]),
          },
          {
            id: 'folder',
            label: t('offline.showInFolder'),
            icon: <FolderSearch size={18} />,
            onSelect: () => navigate(hrefOf({ spaceId, my, directoryId })),
          },
          'separator',
          { id: 'remove', label: t('offline.unpin'), icon: <Trash2 size={18} />, onSelect: () => void release([file]) },
        ]}
        trigger={
          <button
            type="button"
            aria-label={t('offline.moreOf', { name: file.name })}
            className={iconButtonClass('relative')}
          >
            <EllipsisVertical size={18} aria-hidden="true" />
          </button>
        }
      />
    </li>
  );
}
