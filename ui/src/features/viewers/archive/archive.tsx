import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ComponentType } from 'react';
import type { ViewerProps } from '~/api/content';
import { keyOf } from '~/api/keys';
import { num, t } from '~/i18n';
import { newId } from '~/kit/new-id';
import { ArchiveFile } from './file';
import { ArchiveList } from './list';
import { openArchive, type Archive, type Entry } from './open';
import { ArchivePath } from './path';
import { folderAt, rowsOf, type Item } from './tree';
import { ArchiveTrouble, MOST_ENTRIES } from './unpack';
import { FailureState, RefusalState } from '../failure-state';
import { WaitingState } from '../waiting-state';

type Props = ViewerProps & {
  /** Shows a file of the archive. */
  Opened: ComponentType<ViewerProps>;
};

/** An archive: its folders and files, read by ranges, of which each opens in its viewer. */
export function ArchiveViewer({ content, name, viewOnly, Opened }: Props) {
  // Files are read through the archive as long as it is open.
  const life = useLife();
  const [opening] = useState(newId);
  const { data, error, refetch } = useQuery({
    // Each opening has its own: what is read later depends on the signal of this one.
    queryKey: keyOf('text', `${content.url}#${opening}`),
    queryFn: () => openArchive(content, name, life.signal),
    networkMode: content.url.startsWith('blob:') ? 'always' : 'online',
    gcTime: 0,
    staleTime: Infinity,
    retry: (times, problem) => times < 2 && !(problem instanceof ArchiveTrouble),
    refetchOnWindowFocus: false,
  });
  if (error instanceof ArchiveTrouble) return <FailureState text={textOf(error)} />;
  if (error) return <RefusalState error={error} onRetry={() => void refetch()} />;
  if (!data) return <WaitingState />;
  return <Contents archive={data} name={name} viewOnly={viewOnly} Opened={Opened} />;
}

function textOf({ kind }: ArchiveTrouble): string {
  if (kind === 'tooLong') return t('preview.archiveTooLong');
  return t(kind === 'unsupported' ? 'preview.archiveUnsupported' : 'preview.archiveDamaged');
}

/** A signal that ends with the component. */
function useLife(): AbortController {
  const [life] = useState(() => new AbortController());
  useEffect(() => () => life.abort(), [life]);
  return life;
}

type ContentsProps = Pick<Props, 'name' | 'viewOnly' | 'Opened'> & { archive: Archive };

function Contents({ archive, name, viewOnly, Opened }: ContentsProps) {
  const [path, setPath] = useState<readonly string[]>([]);
  const [open, setOpen] = useState<Item<Entry> | null>(null);
  const [active, setActive] = useState(0);
  const password = useRef<string | undefined>(undefined);
  const folder = folderAt(archive.root, path);
  const rows = useMemo(() => rowsOf(folder), [folder]);
  /** The list has the focus from the first key on, and again after a file was closed. */
  const [returned, setReturned] = useState(false);
  const goTo = (to: readonly string[]) => {
    // Up, to the folder that one was in.
    const from = path[to.length];
    const above = rowsOf(folderAt(archive.root, to));
    setActive(
      Math.max(
        0,
        above.findIndex((row) => row.kind === 'folder' && row.folder.name === from),
      ),
    );
    setPath(to);
    setReturned(true);
  };
  if (open) {
    return (
      <ArchiveFile
        item={open}
        viewOnly={viewOnly}
        password={password}
        Opened={Opened}
        onClose={() => {
          setOpen(null);
          setReturned(true);
        }}
      />
    );
  }
  return (
    <div data-print className="absolute inset-0 flex flex-col gap-2 px-2 pb-2 sm:px-4 sm:pb-4">
      {archive.cut !== null && (
        <p role="note" className="rounded-control bg-warning-soft px-4 py-2 text-warning">
          {archive.cut === 'more'
            ? t('preview.archiveCutMore')
            : t('preview.archiveCut', { total: num(archive.cut), n: num(MOST_ENTRIES) })}
        </p>
      )}
      <div className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-card bg-surface ring-1 ring-line">
        <ArchivePath name={name} path={path} folder={folder} onGo={goTo} />
        <ArchiveList
          key={path.join('/')}
          rows={rows}
          label={path.at(-1) ?? name}
          active={active}
          focused={returned}
          onActive={setActive}
          onUp={path.length > 0 ? () => goTo(path.slice(0, -1)) : undefined}
          onOpen={(row) => {
            if (row.kind === 'folder') {
              setPath([...path, row.folder.name]);
              setActive(0);
              setReturned(true);
            } else setOpen(row.item);
          }}
        />
      </div>
    </div>
  );
}
