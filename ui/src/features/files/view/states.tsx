import { CloudDownload, FolderOpen, FolderPlus, Upload } from 'lucide-react';
import { Link } from 'wouter';
import { useSpace } from '~/api/spaces';
import type { Directory } from '~/api/types';
import { pickFiles } from '~/features/uploads/start';
import { t } from '~/i18n';
import { Button, buttonClass } from '~/kit/button';
import { ScrollArea } from '~/kit/scroll-area';
import { State } from '~/kit/state';
import { useMedia } from '~/kit/use-media';
import { CellSkeleton } from './grid-cell';
import { RowSkeleton } from './list-row';
import type { ViewKind } from '../listing/preferences';
import { mayMakeFolders, mayUpload } from '../listing/rights';
import { newFolder } from '../operations/start';

/** The list before it has come, in its final shape. */
export function LoadingState({ view }: { view: ViewKind }) {
  return (
    <div role="status" aria-label={t('files.loading')} className="min-h-0 flex-1 overflow-hidden">
      {view === 'list' ? (
        <>
          <div className="h-11 border-b border-line max-sm:hidden" />
          <div className="scroll-thin overflow-hidden [scrollbar-gutter:stable_both-edges]">
            {Array.from({ length: 12 }, (_, row) => (
              <RowSkeleton key={row} seed={row} />
            ))}
          </div>
        </>
      ) : (
        <div className="scroll-thin grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-3 overflow-hidden p-4 [scrollbar-gutter:stable_both-edges]">
          {Array.from({ length: 12 }, (_, cell) => (
            <CellSkeleton key={cell} height={180} />
          ))}
        </div>
      )}
    </div>
  );
}

export function EmptyState({ spaceId, directory }: { spaceId: string; directory: Directory | undefined }) {
  const uploads = mayUpload(directory);
  const makes = mayMakeFolders(directory);
  const touch = useMedia('(pointer: coarse)');
  const locked = useSpace(spaceId)?.locked ?? false;
  return (
    <ScrollArea centered empty label={t('files.emptyTitle')}>
      <State
        icon={<FolderOpen size={36} strokeWidth={1.6} />}
        title={t('files.emptyTitle')}
        text={
          locked
            ? t('frame.readOnly')
            : uploads
              ? t(touch ? 'files.emptyTextTouch' : 'files.emptyText')
              : t('files.emptyReadOnly')
        }
        actions={
          <>
            {uploads && !locked && (
              <Button kind="solid" icon={<Upload size={18} aria-hidden="true" />} onClick={pickFiles}>
                {t('files.uploadFiles')}
              </Button>
            )}
            {makes && !locked && (
              <Button kind="outline" icon={<FolderPlus size={18} aria-hidden="true" />} onClick={newFolder}>
                {t('files.newFolder')}
              </Button>
            )}
            {uploads && makes && !locked && directory?.parent_id === null && (
              <Link
                href={`/workspace/${spaceId}/imports?to=${directory.directory_id}`}
                className={buttonClass('outline')}
              >
                <CloudDownload size={18} aria-hidden="true" />
                {t('frame.import')}
              </Link>
            )}
          </>
        }
      />
    </ScrollArea>
  );
}
