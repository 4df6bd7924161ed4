import { X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Content, Marking } from '~/api/content';
import { num, t } from '~/i18n';
import { percent } from '~/i18n/format';
import { Button } from '~/kit/button';
import { CutName } from '~/kit/cut-name';
import { Dialog } from '~/kit/dialog';
import { IconButton } from '~/kit/icon-button';
import { Progress } from '~/kit/progress';
import { useWidth } from '~/kit/use-width';
import { FailureState } from '../failure-state';
import { MarksBar } from './bar';
import type { MarksSession, MarksState } from './session';
import { SignatureDialog } from './signature-dialog';
import { useLeaveGuard } from './use-leave-guard';
import { useSaveMarks, type Saving } from './use-save-marks';
import { useMarks } from './use-marks';
import { WaitingState } from '../waiting-state';
import { ZoomBar } from '../zoom-bar';
import './marks.css';

const STEP = 1.2;
const SIGNATURE_WIDTH = 150;

type Props = {
  content: Content;
  name: string;
  marking: Marking;
  /** The page that was looked at. */
  page: number;
  /** Told the page that is looked at now. */
  onClose: (page: number) => void;
};

/** A document with tools to mark it. Its marks become a new version of the file. */
export function Marks({ content, name, marking, page, onClose }: Props) {
  // The address of the content may be renewed meanwhile, and must not fetch other bytes under the marks.
  const [opened] = useState(content);
  const { onState } = marking;
  const container = useRef<HTMLDivElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  const { session, failed, pages } = useMarks(opened.url, container, alert, page);

  return (
    <div className="pdf-marks absolute inset-0 flex flex-col bg-bg">
      {session ? (
        <MarksWorkspace
          session={session}
          name={name}
          base={opened.version_id ?? ''}
          marking={marking}
          onClose={() => onClose(session.snapshot().page)}
        />
      ) : (
        <OpeningState name={name} onState={onState} onClose={() => onClose(page)} />
      )}
      <div className="relative min-h-0 flex-1">
        {!session && !failed && <WaitingState />}
        {failed && <FailureState text={t('marks.notOpened')} />}
        <div
          ref={container}
          dir="ltr"
          role="document"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
          tabIndex={0}
          aria-label={t('preview.pages')}
          className="scroll-thin absolute inset-0 overflow-auto outline-none"
        >
          <div className="pdfViewer" />
        </div>
        {session && <Zoom session={session} pages={pages} />}
      </div>
      <div ref={alert} role="status" className="sr-only" />
    </div>
  );
}

type OpeningProps = { name: string; onState: Marking['onState']; onClose: () => void };

function OpeningState({ name, onState, onClose }: OpeningProps) {
  useEffect(() => {
    onState('clean');
    return () => onState('off');
  }, [onState]);
  return <Head name={name} dirty={false} onClose={onClose} />;
}

type WorkingProps = {
  session: MarksSession;
  name: string;
  base: string;
  marking: Marking;
  onClose: () => void;
};

function MarksWorkspace({ session, name, base, marking, onClose }: WorkingProps) {
  const state = useSyncExternalStore(session.subscribe, session.snapshot);
  const [signing, setSigning] = useState(false);
  const { onState } = marking;
  const dirty = state.canUndo;
  useEffect(() => onState(dirty ? 'dirty' : 'clean'), [onState, dirty]);
  useEffect(() => () => onState('off'), [onState]);
  const guard = useLeaveGuard({ settle: () => session.settle(), dirty, onClose });
  const { saving, changed, save, cancel, forget } = useSaveMarks({ session, base, marking, onSaved: guard.close });
  useSaveKey(() => {
    if (session.settle() && !saving) void save('version');
  });
  const place = (picture: Blob, alt: string, width: number) => void session.place(picture, alt, width);
  return (
    <>
      <Head name={name} dirty={dirty} saving={saving} onClose={saving ? cancel : guard.leave}>
        <Button className="max-sm:hidden" onClick={saving ? cancel : guard.leave}>
          {t('marks.discard')}
        </Button>
        <Button
          kind="solid"
          disabled={!dirty && !saving}
          busy={saving !== null}
          aria-label={t('marks.save')}
          onClick={() => void save('version')}
        >
          <span className="max-sm:hidden">{t('marks.save')}</span>
          <span className="sm:hidden">{t('marks.saveShort')}</span>
        </Button>
      </Head>
      <div inert={saving !== null}>
        <MarksBar
          state={state}
          onTool={(tool) => session.selectTool(tool)}
          onStyle={(kind, style) => session.style(kind, style)}
          onPicture={place}
          onSign={() => setSigning(true)}
          onUndo={() => session.undo()}
          onRedo={() => session.redo()}
          onRemove={() => session.remove()}
        />
      </div>
      {/* Marks must not change while they are saved. */}
      {saving && <div className="absolute inset-x-0 top-28 bottom-0 z-20 cursor-progress bg-bg/40" />}
      {signing && (
        <SignatureDialog
          onClose={() => setSigning(false)}
          onSign={(picture) => {
            setSigning(false);
            place(picture, t('marks.signAlt'), SIGNATURE_WIDTH);
          }}
        />
      )}
      <Question
        open={guard.asking}
        title={t('marks.leaveTitle')}
        text={t('marks.leaveText')}
        no={t('marks.stay')}
        yes={t('marks.leave')}
        danger
        onNo={guard.stay}
        onYes={guard.close}
      />
      <Question
        open={changed}
        title={t('marks.changedTitle')}
        text={t('marks.changedText')}
        no={t('marks.stay')}
        yes={t('marks.saveCopy')}
        onNo={forget}
        onYes={() => void save('copy')}
      />
    </>
  );
}

/** Ctrl+S saves. */
function useSaveKey(save: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.code !== 'KeyS' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      save();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}

type HeadProps = {
  name: string;
  dirty: boolean;
  saving?: Saving | null;
  onClose: () => void;
  children?: React.ReactNode;
};

function Head({ name, dirty, saving, onClose, children }: HeadProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const text =
    saving && (saving.share === null ? t('marks.preparing') : t('marks.saving', { share: percent(saving.share) }));
  return (
    <header className="relative flex h-14 shrink-0 items-center gap-2 bg-surface px-2 sm:px-3">
      <IconButton label={t('marks.discard')} className="sm:hidden" onClick={onClose}>
        <X size={20} aria-hidden="true" />
      </IconButton>
      <div ref={box} className="min-w-0 flex-1 sm:ps-2">
        <h1 className="truncate text-start text-base font-semibold">
          <CutName name={name} width={width} size={16} weight={600} />
        </h1>
      </div>
      <span role="status" className="text-xs whitespace-nowrap">
        {text ||
          (dirty && (
            <span className="rounded-full bg-warning-soft px-2.5 py-1 font-medium text-warning">
              {t('marks.unsaved')}
            </span>
          ))}
      </span>
      {children}
      {saving && (
        <Progress label={t('marks.save')} value={saving.share} className="absolute inset-x-0 bottom-0 rounded-none" />
      )}
    </header>
  );
}

type QuestionProps = {
  open: boolean;
  title: string;
  text: string;
  no: string;
  yes: string;
  danger?: boolean;
  onNo: () => void;
  onYes: () => void;
};

function Question({ open, title, text, no, yes, danger, onNo, onYes }: QuestionProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(now) => !now && onNo()}
      title={title}
      footer={
        <>
          <Button onClick={onNo}>{no}</Button>
          <Button kind={danger ? 'danger' : 'solid'} onClick={onYes}>
            {yes}
          </Button>
        </>
      }
    >
      <p className="text-pretty text-muted">{text}</p>
    </Dialog>
  );
}

function Zoom({ session, pages }: { session: MarksSession; pages: number }) {
  const { scale, page }: MarksState = useSyncExternalStore(session.subscribe, session.snapshot);
  return (
    <ZoomBar
      scale={scale}
      onIn={() => session.zoom(STEP)}
      onOut={() => session.zoom(1 / STEP)}
      onFit={() => session.zoom(null)}
    >
      <span className="border-e border-line ps-3 pe-3 text-xs whitespace-nowrap" role="status">
        {t('preview.page', { at: num(page), total: num(pages) })}
      </span>
    </ZoomBar>
  );
}
