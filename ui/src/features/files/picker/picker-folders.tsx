import type { UseQueryResult } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { faultText } from '~/api/fault';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { FileIcon } from '~/kit/file-icon';
import { Skeleton } from '~/kit/skeleton';
import type { Target } from '../operations/calls';
import type { Entry } from '../listing/entry';
import { PickerRow } from './picker-row';
import type { Folders } from './use-folders';

type Props = {
  target: Target;
  folders: UseQueryResult<Folders>;
  /** The moved entries; none of them can be moved into itself. */
  moved: readonly Entry[];
  onGo: (target: Target) => void;
};

/** The folders in a folder; a click opens one. */
export function PickerFolders({ target, folders, moved, onGo }: Props) {
  if (folders.error) {
    return (
      <div role="alert" className="grid h-full place-content-center justify-items-center gap-3 p-4 text-center">
        <p className="text-danger">{faultText(folders.error)}</p>
        <Button kind="soft" onClick={() => void folders.refetch()}>
          {t('common.retry')}
        </Button>
      </div>
    );
  }
  if (!folders.data) {
    return [0, 1, 2, 3].map((row) => (
      <div key={row} className="flex h-11 items-center gap-3 px-3">
        <Skeleton className="size-7" />
        <Skeleton className="h-3.5 w-2/5" />
      </div>
    ));
  }
  if (folders.data.folders.length === 0) {
    return <p className="grid h-full place-content-center p-4 text-center text-muted">{t('files.noFolders')}</p>;
  }
  const itself = new Set(moved.map(({ id }) => id));
  return (
    <ul aria-label={t('files.folders')}>
      {folders.data.folders.map(({ id, name }) => (
        <li key={id}>
          <PickerRow
            icon={<FileIcon type="folder" />}
            name={name}
            disabled={itself.has(id)}
            end={<ChevronLeft size={16} aria-hidden="true" className="shrink-0 text-muted ltr:rotate-180" />}
            onClick={() => onGo({ spaceId: target.spaceId, directoryId: id })}
          />
        </li>
      ))}
    </ul>
  );
}
