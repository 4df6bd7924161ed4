import { ChevronLeft, Upload } from 'lucide-react';
import { useState } from 'react';
import { faultText } from '~/api/fault';
import { useSpace } from '~/api/spaces';
import type { Entry } from '~/features/files/listing/entry';
import { PickerPath } from '~/features/files/picker/picker-path';
import { PickerRoots } from '~/features/files/picker/picker-roots';
import { PickerRow } from '~/features/files/picker/picker-row';
import { useFolders, type Folders } from '~/features/files/picker/use-folders';
import { pickFiles, setShownTarget } from '~/features/uploads/start';
import { t } from '~/i18n';
import { size } from '~/i18n/format';
import { Button } from '~/kit/button';
import { Checkbox } from '~/kit/checkbox';
import { FileIcon } from '~/kit/file-icon';
import { Notice } from '~/kit/notice';
import { Skeleton } from '~/kit/skeleton';
import { beginImport } from './api';
import { DestinationStep } from './destination-step';
import { bareName, isArchiveOf, type Start } from './draft';
import { StepDialog } from './step-dialog';
import { useBegin } from './use-begin';

type ArchiveKind = 'takeout' | 'user_migration' | 'archive';
type Props = { kind: ArchiveKind; start: Start; onClose: () => void };

/** Archives that lie in the drive: which ones, then a destination. */
export function ArchiveDialog({ kind, start, onClose }: Props) {
  const [files, setFiles] = useState<readonly Entry[]>([]);
  const [chosen, setChosen] = useState(false);
  if (chosen)
    return <ArchiveTarget kind={kind} start={start} files={files} onClose={onClose} onBack={() => setChosen(false)} />;
  return (
    <ChooseStep
      kind={kind}
      start={start}
      files={files}
      onChange={setFiles}
      onClose={onClose}
      onNext={() => setChosen(true)}
    />
  );
}

type ChooseProps = Props & {
  files: readonly Entry[];
  onChange: (files: readonly Entry[]) => void;
  onNext: () => void;
};

function ChooseStep({ kind, start, files, onChange, onClose, onNext }: ChooseProps) {
  const space = useSpace(start.spaceId);
  const [directoryId, setDirectoryId] = useState(start.directoryId);
  const target = directoryId ? { spaceId: start.spaceId, directoryId } : null;
  const folders = useFolders(target);
  const spaces = space ? [space] : [];
  const handleGo = (next: { directoryId: string } | null) => setDirectoryId(next?.directoryId ?? '');
  // Takeout comes in several parts; of the others one is enough.
  const several = kind === 'takeout';
  const handleToggle = (entry: Entry) => {
    const rest = files.filter(({ id }) => id !== entry.id);
    onChange(rest.length < files.length ? rest : several ? [...files, entry] : [entry]);
  };
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  return (
    <StepDialog
      kind={kind}
      step={1}
      total={2}
      onClose={onClose}
      next={
        <Button kind="solid" disabled={files.length === 0} onClick={onNext}>
          {t('common.next')}
        </Button>
      }
    >
      <p className="mb-3 text-pretty text-muted">{t(several ? 'imports.chooseTakeout' : 'imports.chooseOne')}</p>
      <div className="mb-2 flex min-h-11 items-center gap-2">
        <PickerPath
          target={target}
          spaces={spaces}
          path={folders.data?.path ?? []}
          fallbackMy={start.directoryId === space?.my_root_directory_id}
          onGo={handleGo}
        />
        {target && folders.data?.mayAddFiles && (
          <Button
            kind="outline"
            icon={<Upload size={17} aria-hidden="true" />}
            onClick={() => {
              setShownTarget(target);
              pickFiles();
            }}
          >
            <span className="max-sm:sr-only">{t('imports.uploadHere')}</span>
          </Button>
        )}
      </div>
      <div className="scroll-thin h-64 overflow-y-auto rounded-card border border-line bg-surface p-1">
        {target ? (
          <Rows folders={folders} kind={kind} files={files} onGo={setDirectoryId} onToggle={handleToggle} />
        ) : (
          <PickerRoots spaces={spaces} here={start.spaceId} onGo={handleGo} />
        )}
      </div>
      <p role="status" className="mt-2 min-h-5 text-xs text-muted">
        {files.length > 0
          ? t('imports.chosenFiles', { n: files.length, size: size(bytes) })
          : t('imports.nothingChosen')}
      </p>
    </StepDialog>
  );
}

type RowsProps = {
  folders: { data: Folders | undefined; error: unknown };
  kind: ArchiveKind;
  files: readonly Entry[];
  onGo: (directoryId: string) => void;
  onToggle: (entry: Entry) => void;
};

/** The folders and the archives of a folder. */
function Rows({ folders: { data, error }, kind, files, onGo, onToggle }: RowsProps) {
  if (error) return <Notice tone="danger">{faultText(error)}</Notice>;
  if (!data)
    return [0, 1, 2, 3].map((row) => (
      <div key={row} className="flex h-11 items-center gap-3 px-3">
        <Skeleton className="size-7" />
        <Skeleton className="h-3.5 w-2/5" />
      </div>
    ));
  const shown = data.entries.filter((entry) => entry.kind === 'directory' || isArchiveOf(kind, entry.name));
  if (shown.length === 0)
    return <p className="grid h-full place-content-center p-4 text-center text-muted">{t('imports.noArchives')}</p>;
  return (
    <ul aria-label={t('imports.chooseFiles')}>
      {shown.map((entry) => {
        const on = files.some(({ id }) => id === entry.id);
        return (
          <li key={entry.id} className="flex items-center">
            {entry.kind === 'file' && (
              <Checkbox hideLabel label={entry.name} checked={on} onChange={() => onToggle(entry)} className="ms-3" />
            )}
            <div className="min-w-0 flex-1">
              <PickerRow
                icon={<FileIcon type={entry.type} />}
                name={entry.name}
                end={
                  entry.kind === 'directory' ? (
                    <ChevronLeft size={16} aria-hidden="true" className="shrink-0 text-muted ltr:rotate-180" />
                  ) : (
                    <span className="shrink-0 text-xs text-muted">{size(entry.size)}</span>
                  )
                }
                onClick={() => (entry.kind === 'directory' ? onGo(entry.id) : onToggle(entry))}
              />
            </div>
          </li>
        );
      })}
    </ul>
  );
}

type WhereProps = Props & { files: readonly Entry[]; onBack: () => void };

function ArchiveTarget({ kind, start, files, onClose, onBack }: WhereProps) {
  const name = bareName(files[0]?.name ?? '');
  const begin = useBegin({
    start,
    folder: kind === 'takeout' ? 'Google Takeout' : name,
    send: (where) =>
      beginImport({
        space_id: start.spaceId,
        ...where,
        kind,
        title: files[0]?.name ?? '',
        [kind]: { space_id: start.spaceId, files: files.map(({ id }) => id) },
      }),
  });
  return (
    <DestinationStep kind={kind} step={2} total={2} start={start} begin={begin} onBack={onBack} onClose={onClose} />
  );
}
