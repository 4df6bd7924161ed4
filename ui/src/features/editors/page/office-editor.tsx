import { useEffect, useMemo, useRef, useState } from 'react';
import { Fault, faultText } from '~/api/fault';
import { editorHref, hrefOf, previewHref, versionsHref } from '~/api/place';
import type { EditorOpened } from '~/api/types';
import { FailureState } from '~/features/viewers/failure-state';
import { WaitingState } from '~/features/viewers/waiting-state';
import { isolate, t } from '~/i18n';
import { Button } from '~/kit/button';
import { toast } from '~/kit/toast';
import { useWindowTitle } from '~/page/use-window-title';
import { calls, convert, downloadFile, forceSave, openFile, saveAs } from '../api';
import { DocsFrame, type DocsEvents, type DocsHandle } from '../office/docs-frame';
import type { FilePlace } from '../port';
import type { SaveState } from '../edit-session';
import { Bar, reasonText } from './bar';
import { editCopy } from './copy-button';
import { EditorHeader } from './header';
import { LeaseBar } from './lease-bar';

/** Of the lease, in milliseconds; it lasts a minute. */
const PING = 20_000;
/** Formats that the office server can bring up to date. */
const older = /\.(doc|xls|ppt|odt|ods|odp|rtf)$/i;

type Props = {
  opened: EditorOpened;
  place: FilePlace;
  /** Opens the file again, or another one; `over` takes it from the person who edits it. */
  onOpen: (place: FilePlace, over?: boolean) => Promise<void>;
};

/** Leaves by loading the next page: a browser then asks before changes in the frame are lost. */
const leave = (to: string) => location.assign(to);

const showError = (error: unknown, area = 'editors') => toast({ title: faultText(error, area), kind: 'error' });

/** The page around a document that an office server edits. */
export function OfficeEditor({ opened, place, onOpen }: Props) {
  const { spaceId, directoryId, fileId } = place;
  const [saveState, setSaveState] = useState<SaveState>('clean');
  const [shown, setShown] = useState(false);
  const [failed, setFailed] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [lost, setLost] = useState(false);
  const [busy, setBusy] = useState(false);
  const lease = opened.lease?.lease_id ?? null;
  const folder = hrefOf({ spaceId, directoryId, my: false });
  const preview = previewHref({ spaceId, my: false }, directoryId, fileId);
  useWindowTitle(opened.file_name);
  usePing(place, lost ? null : lease, () => setLost(true));

  const editor = useRef<DocsHandle | null>(null);
  const events = useMemo<DocsEvents>(
    () => ({
      onDocumentReady: () => setShown(true),
      onDocumentStateChange: (isChanged) => setSaveState(isChanged ? 'dirty' : 'clean'),
      onRequestClose: () => leave(folder),
      onRequestSaveAs: (copy) => {
        saveAs(place, opened.file_name, copy).then(
          (file) => toast({ title: t('editors.officeSavedAs', { name: isolate(file.file_name) }), kind: 'success' }),
          (error: unknown) => showError(error),
        );
      },
      onRequestRefreshFile: () => {
        openFile({ place }).then(({ config }) => {
          if (config && editor.current) editor.current.refresh(config);
          else location.reload();
        }, showError);
      },
      onOutdatedVersion: () => location.reload(),
      onError: ({ errorDescription }) => setProblem(errorDescription),
      onWarning: ({ warningDescription }) =>
        toast({ title: warningDescription || t('editors.officeProblem'), kind: 'info' }),
    }),
    [folder, opened.file_name, place],
  );
  const readOnly = opened.mode === 'view' || lost;
  const state = useMemo(
    () => ({
      place,
      name: opened.file_name,
      saveState,
      savedAt: null,
      problem: null,
      hasDraft: false,
      outcome: null,
      isLost: lost,
    }),
    [place, opened.file_name, saveState, lost],
  );
  const modernize = async () => {
    setBusy(true);
    try {
      const file = await convert(place);
      leave(editorHref(spaceId, file.directory_id, file.file_id));
    } catch (error) {
      showError(error);
      setBusy(false);
    }
  };
  const handleSave = () => {
    if (!lease) return;
    forceSave(place, lease).then(() => toast({ title: t('editors.officeSaving'), kind: 'info' }), showError);
  };
  const { reason, holder } = opened;
  const isOld = reason === 'not_editable' && older.test(opened.file_name);
  return (
    <div className="flex h-full flex-col bg-bg text-fg">
      <EditorHeader
        state={state}
        readOnly={readOnly}
        contentType=""
        onBack={() => leave(folder)}
        onShare={() => leave(`${preview}?panel=access`)}
        onSave={handleSave}
        onHistory={() => leave(versionsHref({ spaceId, my: false }, directoryId, fileId))}
        onVersionsPanel={() => leave(`${preview}?panel=versions`)}
        onDownload={() => void downloadFile(place).catch((error: unknown) => showError(error, 'download'))}
      />
      {holder && readOnly && reason === 'edited_by_another_user' && (
        <LeaseBar
          holder={holder}
          isWaiting={false}
          onWait={undefined}
          onCopy={() => editCopy(place, leave)}
          onTakeOver={() => onOpen(place, true)}
        />
      )}
      {isOld && (
        <Bar text={t('editors.reason_convert')}>
          <Button kind="outline" busy={busy} onClick={() => void modernize()}>
            {t('editors.convert')}
          </Button>
        </Bar>
      )}
      {readOnly && !isOld && !lost && reason !== '' && reason !== 'edited_by_another_user' && (
        <Bar text={reasonText(reason)} />
      )}
      {lost && (
        <Bar alert text={t('editors.lost')} more={t('editors.lostText')}>
          <Button kind="outline" onClick={() => void onOpen(place, true)}>
            {t('editors.editHere')}
          </Button>
        </Bar>
      )}
      {problem !== null && <Bar alert tone="danger" text={t('editors.officeProblem')} more={problem} />}
      <main id="content" className="relative min-h-0 flex-1" data-shown={shown}>
        {failed ? (
          <FailureState text={t('editors.officeGone')} onRetry={() => setFailed(false)} />
        ) : (
          <>
            {!shown && (
              <div className="absolute inset-0">
                <WaitingState />
              </div>
            )}
            <DocsFrame opened={opened} events={events} handle={editor} onFail={() => setFailed(true)} />
          </>
        )}
      </main>
    </div>
  );
}

/** Renews a lease; tells when it is gone. */
function usePing(place: FilePlace, lease: string | null, onLost: () => void): void {
  const latest = useRef(onLost);
  latest.current = onLost;
  useEffect(() => {
    if (!lease) return undefined;
    const timer = setInterval(() => {
      calls.ping(place, lease).catch((error: unknown) => {
        if (error instanceof Fault && error.kind === 'refused') latest.current();
      });
    }, PING);
    return () => clearInterval(timer);
  }, [place, lease]);
}
