import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { faultText } from '~/api/fault';
import { useSpace } from '~/api/spaces';
import { t, useLang } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { FileIcon } from '~/kit/file-icon';
import { Notice } from '~/kit/notice';
import { Skeleton } from '~/kit/skeleton';
import type { Entry } from '../listing/entry';
import type { Target } from '../operations/calls';
import { PickerPath } from './picker-path';
import { PickerRoots } from './picker-roots';
import { PickerRow } from './picker-row';
import { useFolders } from './use-folders';

type Props = {
  spaceId: string;
  title: string;
  /** Files can be chosen, too; one click does. */
  files: boolean;
  /** Whether the user may choose it: the shown folder, or a file in it. */
  may: (entry: Entry) => boolean;
  onPick: (entry: Entry) => void;
  onClose: () => void;
};

/** Chooses a folder of a workspace, or a file in it. */
export function ItemPicker({ spaceId, title, files, may, onPick, onClose }: Props) {
  useLang();
  const space = useSpace(spaceId);
  const spaces = space ? [space] : [];
  const [target, setTarget] = useState<Target | null>(null);
  const { data, error } = useFolders(target);
  const here = data?.here;
  const rows = data && (files ? data.entries : data.folders);
  return (
    <Dialog
      open
      width="md"
      onOpenChange={(open) => !open && onClose()}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="solid" disabled={!here || !may(here)} onClick={() => here && onPick(here)}>
            {t('files.pickThis')}
          </Button>
        </>
      }
    >
      <div className="mb-2 flex min-h-11 items-center gap-2">
        <PickerPath target={target} spaces={spaces} path={data?.path ?? []} fallbackMy={false} onGo={setTarget} />
      </div>
      <div className="scroll-thin h-72 overflow-y-auto rounded-card border border-line p-1">
        {!target && <PickerRoots spaces={spaces} here={spaceId} onGo={setTarget} />}
        {target && error && <Notice tone="danger">{faultText(error)}</Notice>}
        {target && !error && !rows && <PickerSkeleton />}
        {rows?.length === 0 && (
          <p className="grid h-full place-content-center p-4 text-center text-muted">
            {t(files ? 'files.noEntries' : 'files.noFolders')}
          </p>
        )}
        {target && (
          <ul aria-label={title}>
            {rows?.map((entry) => (
              <li key={entry.id}>
                <PickerRow
                  icon={<FileIcon type={entry.type} />}
                  name={entry.name}
                  disabled={entry.kind === 'file' && !may(entry)}
                  end={
                    entry.kind === 'directory' && (
                      <ChevronLeft size={16} aria-hidden="true" className="shrink-0 text-muted ltr:rotate-180" />
                    )
                  }
                  onClick={() =>
                    entry.kind === 'file' ? onPick(entry) : setTarget({ spaceId, directoryId: entry.id })
                  }
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

function PickerSkeleton() {
  return [0, 1, 2, 3].map((row) => (
    <div key={row} className="flex h-11 items-center gap-3 px-3">
      <Skeleton className="size-7" />
      <Skeleton className="h-3.5 w-2/5" />
    </div>
  ));
}
