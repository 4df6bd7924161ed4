import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useVersionContent } from '~/api/content';
import { editorHref, hrefOf, previewHref, versionsHref } from '~/api/place';
import { faultText } from '~/api/fault';
import { fullName, useMe } from '~/api/me';
import type { EditorOpened } from '~/api/types';
import { FailureState } from '~/features/viewers/failure-state';
import { Viewer } from '~/features/viewers/frame/viewer';
import { WaitingState } from '~/features/viewers/waiting-state';
import { isolate, t, withWords } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { toast } from '~/kit/toast';
import { useWindowTitle } from '~/page/use-window-title';
import { isInMyDrive } from '../outcome';
import { downloadFile } from '../api';
import { Bar, reasonText } from './bar';
import { CopyButton, editCopy } from './copy-button';
import { EditorHeader } from './header';
import { LeaseBar } from './lease-bar';
import type { EditorProps, FilePlace } from '../port';
import { useWhenFree } from './use-when-free';
import { useLeave } from './use-leave';
import { useEditSession } from './use-edit-session';

/** The editors of this program, by the kind of document. Each is a chunk of its own. */
const editors: Partial<Record<EditorOpened['kind'], ReturnType<typeof lazy<(props: EditorProps) => ReactNode>>>> = {
  word: lazy(async () => ({ default: (await import('../word/word-editor')).WordEditor })),
  cell: lazy(async () => {
    const code = await withWords(import('../sheet/sheet-editor'), 'sheets', 'preview');
    return { default: code.SheetEditor };
  }),
};

/** The frame of an office server that speaks WOPI. */
const office = lazy(async () => ({ default: (await import('../office/office-frame')).OfficeFrame }));

type Props = {
  opened: EditorOpened;
  place: FilePlace;
  user: string;
  /** The edits go into another file from now on. */
  onMove: (place: FilePlace) => void;
  /** Opens the file again, or another one; `over` takes it from the person who edits it. */
  onOpen: (place: FilePlace, over?: boolean) => Promise<void>;
};

/** The page of an open document: what stands around the editor, and what happens to the file meanwhile. */
export function DocumentEditor({ opened, place, user, onMove, onOpen }: Props) {
  const [, navigate] = useLocation();
  const me = useMe().data;
  const { session, state } = useEditSession(opened, place, user);
  const [failed, setFailed] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [waiting, setWaiting] = useState(false);
  const Editor = opened.frame ? office : editors[opened.kind];
  const isEditing = opened.mode === 'edit' && Editor !== undefined;
  const readOnly = !isEditing || state.isLost;
  useWindowTitle(opened.file_name);
  const latestMove = useRef(onMove);
  latestMove.current = onMove;
  useEffect(() => {
    const { place: now } = state;
    if (now.fileId === place.fileId) return;
    latestMove.current(now);
    history.replaceState(null, '', editorHref(now.spaceId, now.directoryId, now.fileId));
  }, [state, place.fileId]);
  useWhenFree(place, waiting, () => {
    setWaiting(false);
    toast({
      title: t('editors.free', { name: isolate(opened.holder?.name ?? '') }),
      kind: 'success',
      timeout: 0,
      action: { label: t('editors.editNow'), onClick: () => void onOpen(place) },
    });
  });

  const at = state.place;
  const preview = previewHref({ spaceId: at.spaceId, my: false }, at.directoryId, at.fileId);
  const files = hrefOf({ spaceId: at.spaceId, directoryId: at.directoryId, my: false });
  const isInFrame = opened.kind !== 'cell' || opened.frame !== undefined;
  const leaving = useLeave(session, at.fileId, isInFrame);
  const leave = (to: string) => leaving.leave((replace) => navigate(to, { replace }));
  const handleCopy = () => editCopy(at, navigate);
  const handleDownload = () => {
    downloadFile(at).catch((error: unknown) => toast({ title: faultText(error, 'download'), kind: 'error' }));
  };
  return (
    <div className="flex h-full flex-col bg-bg text-fg">
      <EditorHeader
        state={state}
        readOnly={readOnly}
        contentType=""
        onBack={() => void leave(files)}
        onShare={() => void leave(`${preview}?panel=access`)}
        onSave={() => void session.save()}
        onHistory={() => void leave(versionsHref({ spaceId: at.spaceId, my: false }, at.directoryId, at.fileId))}
        onVersionsPanel={() => void leave(`${preview}?panel=versions`)}
        onDownload={handleDownload}
      />
      {opened.holder && opened.mode === 'view' && (
        <LeaseBar
          holder={opened.holder}
          isWaiting={waiting}
          onWait={() => setWaiting(!waiting)}
          onCopy={handleCopy}
          onTakeOver={
            opened.reason === 'edited_by_another_user' || opened.reason === '' ? () => onOpen(place, true) : undefined
          }
        />
      )}
      {opened.mode === 'view' && opened.reason !== '' && opened.reason !== 'edited_by_another_user' && (
        <Bar text={reasonText(opened.reason)}>
          {opened.reason === 'permission_denied' && <CopyButton onCopy={handleCopy} />}
          {opened.reason === 'earlier_version' && (
            <Button kind="outline" onClick={() => navigate(editorHref(at.spaceId, at.directoryId, at.fileId))}>
              {t('editors.openCurrent')}
            </Button>
          )}
        </Bar>
      )}
      {opened.mode === 'edit' && !Editor && <Bar text={reasonText('not_editable')} />}
      {state.isLost && isEditing && (
        <Bar text={t('editors.lost')} more={state.hasDraft ? t('editors.lostDraft') : t('editors.lostText')} alert>
          <Button kind="outline" onClick={() => void onOpen(at, true)}>
            {t('editors.editHere')}
          </Button>
        </Bar>
      )}
      {state.outcome && (
        <Bar
          alert
          text={t(isInMyDrive(state.outcome) ? 'editors.inMyDrive' : 'editors.copy')}
          more={t(isInMyDrive(state.outcome) ? 'editors.inMyDriveText' : 'editors.copyText', {
            name: isolate(state.outcome.name),
          })}
        >
          <Button kind="outline" onClick={() => session.clearOutcome()}>
            {t('editors.understood')}
          </Button>
        </Bar>
      )}
      {trouble !== null && <Bar alert text={trouble} />}
      {state.problem && <Bar alert tone="danger" text={t('editors.notSaved')} more={state.problem} />}
      <main id="content" className="relative min-h-0 flex-1">
        {failed !== null ? (
          <FailureState text={failed} onRetry={() => void onOpen(at)} />
        ) : Editor && (isEditing || opened.frame) ? (
          <Suspense fallback={<WaitingState />}>
            <Editor
              opened={opened}
              place={place}
              readOnly={readOnly}
              author={me ? fullName(me) : ''}
              onHandle={(handle) => session.use(handle)}
              onShown={() => setFailed(null)}
              onChange={() => {
                leaving.onChange();
                session.noteChange();
              }}
              onSave={() => void session.save()}
              onFail={setFailed}
              onTrouble={setTrouble}
              onClose={() => void leave(files)}
            />
          </Suspense>
        ) : (
          <ReadOnlyDocument opened={opened} place={place} />
        )}
      </main>
      <Dialog
        open={leaving.isAsking}
        onOpenChange={(open) => !open && leaving.stay()}
        title={t('editors.leaveTitle')}
        description={t('editors.leaveText')}
        footer={
          <>
            <Button onClick={leaving.stay}>{t('editors.leaveStay')}</Button>
            <Button kind="danger" onClick={leaving.go}>
              {t('editors.leaveDo')}
            </Button>
          </>
        }
      />
    </div>
  );
}

/** The document as a viewer shows it. */
function ReadOnlyDocument({ opened, place }: { opened: EditorOpened; place: FilePlace }) {
  const content = useVersionContent(place.spaceId, place.directoryId, place.fileId, opened.base_version_id);
  const name = useRef(opened.file_name);
  if (content.error) return <FailureState text={t('editors.reason_document_unreadable')} />;
  if (!content.data) return <WaitingState />;
  return <Viewer content={content.data} name={name.current} />;
}
