import { useEffect, useRef, useState } from 'react';
import { setShownTarget, uploadFrom } from '~/features/uploads/start';
import { t } from '~/i18n';
import { toast } from '~/kit/toast';
import { useMedia } from '~/kit/use-media';
import { menuFor } from './action-list';
import { DetailsPanel } from './details-panel';
import { DropNotice } from './drop-notice';
import { EntriesView, type EntriesHandle } from './entries-view';
import { EmptyFace, ErrorFace, LoadingFace } from './faces';
import { refreshListing, useListing } from './listing';
import { MenuArea } from './menu-area';
import { NewFolderDialog } from './new-folder-dialog';
import { stepName } from './path';
import type { Place } from './place';
import { usePreferences } from './preferences';
import { mayUpload } from './rights';
import { SelectionBar } from './selection-bar';
import { ShortcutsDialog } from './shortcuts-dialog';
import { formatSort } from './sort';
import { whenNewFolder } from './start';
import { Toolbar } from './toolbar';
import { useBrowserContext, type OpenDialog } from './use-browser-context';
import { useDrop } from './use-drop';
import { useKeys } from './use-keys';
import { useReturn } from './use-return';
import { useSelection } from './use-selection';
import { useView } from './use-view';

/** One directory: its list, what is chosen in it, and what can be done. */
export function Browser({ place, directoryId }: { place: Place; directoryId: string }) {
  const { spaceId } = place;
  const view = useView();
  const { hidden } = usePreferences();
  const entries = useListing({ spaceId, directoryId, sort: formatSort(view.sort) });
  const selecting = useSelection(entries);
  const handle = useRef<EntriesHandle>(null);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const { context, bytes, open } = useBrowserContext({ place, directoryId, entries, view, selecting, setDialog });

  useEffect(() => {
    setShownTarget({ spaceId, directoryId });
    return () => setShownTarget(null);
  }, [spaceId, directoryId]);
  useEffect(() => whenNewFolder(() => setDialog('new-folder')), []);
  useReturn(directoryId, entries, selecting, handle);
  useKeys({ entries, selecting, handle, context });
  const uploads = mayUpload(entries.directory);
  const drop = useDrop((dataTransfer, folder) => {
    if (uploads) uploadFrom(dataTransfer, { spaceId, directoryId: folder ?? directoryId });
  });

  const here = stepName(entries.path.at(-1), place.my);
  const over = drop.over?.directoryId ?? null;
  const now = context();
  const touch = useMedia('(pointer: coarse)');
  return (
    <div className="relative flex h-full flex-col" {...drop.props}>
      <h1 className="sr-only">{here}</h1>
      <Toolbar place={place} path={entries.path} view={view} hidden={hidden} />
      {now.count > 0 && <SelectionBar context={now} bytes={bytes} onClear={selecting.clear} />}
      {entries.error ? (
        <ErrorFace error={entries.error} onRetry={() => void refreshListing(spaceId, directoryId)} />
      ) : entries.loading ? (
        <LoadingFace view={view.kind} />
      ) : (
        <MenuArea
          label={() => (now.count === 1 && now.entries[0]?.name) || t('files.selectionActions')}
          onSheetClosed={() => setTimeout(() => !isDetailsOpen() && selecting.clear())}
          entries={() => menuFor(context().count > 0 ? 'item' : 'space', context())}
          render={(onMore) =>
            entries.count === 0 ? (
              <EmptyFace directory={entries.directory} />
            ) : (
              <EntriesView
                spaceId={spaceId}
                entries={entries}
                view={view}
                hidden={hidden}
                selecting={selecting}
                dropOn={over}
                label={t('files.list')}
                handle={handle}
                onOpen={open}
                onMore={(button, index) => {
                  const id = entries.idAt(index);
                  if (id) selecting.context(id);
                  onMore(button);
                }}
              />
            )
          }
        />
      )}
      {drop.over && (
        <DropNotice name={(over && entries.entryOf(over)?.name) || here} allowed={uploads} overFolder={over !== null} />
      )}
      {view.details && entries.directory && (
        <DetailsPanel
          place={place}
          directory={entries.directory}
          path={entries.path}
          entries={now.entries}
          count={now.count}
          bytes={bytes}
          onClose={() => {
            view.setDetails(false);
            if (touch) selecting.clear();
          }}
        />
      )}
      {dialog === 'new-folder' && (
        <NewFolderDialog
          spaceId={spaceId}
          parentId={directoryId}
          onClose={() => setDialog(null)}
          onMade={(made) => toast({ title: t('files.folderMade', { name: made.name }), kind: 'success' })}
        />
      )}
      {dialog === 'shortcuts' && <ShortcutsDialog context={now} onClose={() => setDialog(null)} />}
    </div>
  );
}

/** As the address says now; an action of the menu may just have opened it. */
function isDetailsOpen(): boolean {
  return new URLSearchParams(location.search).get('details') === '1';
}
