import arabicUrl from '@fontsource-variable/vazirmatn/files/vazirmatn-arabic-wght-normal.woff2?url';
import latinUrl from '@fontsource-variable/vazirmatn/files/vazirmatn-latin-wght-normal.woff2?url';
import { File, WrapText } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { faultText, keyText } from '~/api/fault';
import type { ViewerProps } from '~/api/content';
import { safeAddress, type Beside, type ChangesShown, type Report } from '~/isolated/protocol';
import { loadErrors, num, t } from '~/i18n';
import { Button } from '~/kit/button';
import { cx } from '~/kit/cx';
import { IconButton } from '~/kit/icon-button';
import { useIsPhone } from '~/kit/use-media';
import { BlocksViewer } from './blocks';
import { DocumentBar } from './document-bar';
import { DocumentComments } from './document-comments';
import { frameWords } from '../document-words';
import { FailureState } from '../failure-state';
import { FoundBar, useWanted } from '../found-bar';
import { fetchBytes, troubleOf } from '../isolated-bytes';
import { pageOf, useFrame, type Script } from '../use-frame';
import { useLook } from './use-look';
import { WaitingState } from '../waiting-state';
import { ZoomBar } from '../zoom-bar';

const STEP = 1.2;
const LEAST = 0.25;
const MOST = 5;

type Props = ViewerProps & {
  script: Script;
  /** Larger files, in bytes, are shown as text. */
  most: number;
  slides?: boolean;
  /** Text that can run through a window that is narrower than its pages. */
  flows?: boolean;
};

/** Why the words of a document are shown in place of its pages. */
type Plain = 'large' | 'hangs';

/** A document drawn by a library, in a frame that can reach nothing; large ones as text. */
export function IsolatedDocument(props: Props) {
  const { content, name, most } = props;
  const [plain, setPlain] = useState<Plain | null>(content.size > most ? 'large' : null);
  const [hangs, setHangs] = useState(false);
  if (plain)
    return (
      <BlocksViewer content={content} name={name} note={t(plain === 'large' ? 'preview.large' : 'preview.wordsOnly')} />
    );
  if (hangs) return <HangNotice onText={() => setPlain('hangs')} onAgain={() => setHangs(false)} />;
  return <DocumentFrame {...props} onLarge={() => setPlain('large')} onHang={() => setHangs(true)} />;
}

function HangNotice({ onText, onAgain }: { onText: () => void; onAgain: () => void }) {
  return (
    <div role="alert" className="grid h-full place-content-center justify-items-center gap-4 p-4 text-center">
      <p className="max-w-md">{t('preview.hangs')}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button kind="solid" onClick={onText}>
          {t('preview.showText')}
        </Button>
        <Button kind="soft" onClick={onAgain}>
          {t('common.retry')}
        </Button>
      </div>
    </div>
  );
}

type FramedProps = Props & { onLarge: () => void; onHang: () => void };

function DocumentFrame({ content, name, script, slides, flows, onLarge, onHang }: FramedProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [pages, setPages] = useState(0);
  const [at, setAt] = useState(1);
  const [scale, setScale] = useState(1);
  const [zoom, setZoom] = useState(1);
  const [found, setFound] = useState<{ at: number; of: number | null }>({ at: 0, of: null });
  const [beside, setBeside] = useState<Beside | null>(null);
  const [changes, setChanges] = useState<ChangesShown>('shown');
  const isPhone = useIsPhone();
  const [flow, setFlow] = useState((flows ?? false) && isPhone);
  const [comments, setComments] = useState(true);
  const [chosen, setChosen] = useState<number | null>(null);
  const wanted = useWanted();
  const look = useLook(frame, slides ?? false);
  const page = useMemo(() => pageOf(script), [script]);
  const change = (factor: number) => setZoom((now) => Math.min(MOST, Math.max(LEAST, now * factor)));

  const follow = (report: Report) => {
    if (report.type === 'shown') setPages(report.pages);
    else if (report.type === 'at') setAt(report.page);
    else if (report.type === 'scale') setScale(report.scale);
    else if (report.type === 'found') setFound({ at: report.at, of: report.of });
    else if (report.type === 'beside') setBeside(report.beside);
    else if (report.type === 'comment') setChosen(report.at);
    else if (report.type === 'link') openAddress(report.address);
    else if (report.type === 'key') press(report.key);
    else if (report.type === 'trouble') {
      if (report.kind === 'large') onLarge();
      else void loadErrors().then(() => setFailed(keyText('document_unreadable')));
    }
  };
  const press = (key: string) => {
    if (key === '+') change(STEP);
    else if (key === '-') change(1 / STEP);
    else if (key === '0') setZoom(1);
    // The page around the viewer knows these.
    else
      frame.current?.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }));
  };
  const send = useFrame(frame, {
    script,
    async show(signal) {
      const [bytes, arabic, latin] = await Promise.all(
        [content.url, arabicUrl, latinUrl].map((url) => fetchBytes(url, signal)),
      );
      if (!bytes || !arabic || !latin) throw new Error('nothing fetched');
      const trouble = troubleOf(bytes);
      if (trouble) {
        await loadErrors();
        throw new Unshown(keyText(trouble));
      }
      const order = { type: 'show', bytes, look: look(), words: frameWords(), flow, fonts: { arabic, latin } } as const;
      return { order, transfer: [bytes, arabic, latin] };
    },
    onReport: follow,
    onHang,
    onError: (error) => setFailed(error instanceof Unshown ? error.text : faultText(error, 'preview')),
  });
  const shown = pages > 0;
  useEffect(() => {
    if (shown) send({ type: 'zoom', zoom });
  }, [send, shown, zoom]);
  useEffect(() => {
    if (shown) send({ type: 'look', look: look() });
  }, [send, shown, look]);
  useEffect(() => {
    if (shown && wanted.words !== null) send({ type: 'find', words: wanted.words, at: wanted.at });
  }, [send, shown, wanted.words, wanted.at]);

  const handleChanges = (next: ChangesShown) => {
    setChanges(next);
    send({ type: 'changes', changes: next });
  };
  const handleComments = (next: boolean) => {
    setComments(next);
    send({ type: 'comments', shown: next });
  };
  const showFlow = (next: boolean) => {
    setFlow(next);
    setZoom(1);
    send({ type: 'flow', flow: next });
  };
  const handleChoose = (at: number) => {
    setChosen(at);
    send({ type: 'comment', to: at });
  };

  if (failed !== null) return <FailureState text={failed} />;
  return (
    <div className="absolute inset-0 flex flex-col">
      {shown && beside && (
        <DocumentBar
          beside={beside}
          changes={changes}
          onChanges={handleChanges}
          comments={comments}
          onComments={handleComments}
        />
      )}
      <div className="flex min-h-0 flex-1 flex-col md:flex-row">
        <div className="relative min-h-0 min-w-0 flex-1">
          {!shown && <WaitingState />}
          <iframe
            ref={frame}
            title={name}
            sandbox="allow-scripts"
            srcDoc={page}
            referrerPolicy="no-referrer"
            data-shown={shown}
            className={cx(
              'absolute inset-x-0 bottom-0 w-full border-0 bg-sunken',
              wanted.words ? 'h-[calc(100%-4rem)]' : 'h-full',
              !shown && 'opacity-0',
            )}
          />
          {shown && (
            <>
              <FoundBar wanted={wanted} at={found.at} of={found.of} />
              <ZoomBar scale={scale} onIn={() => change(STEP)} onOut={() => change(1 / STEP)} onFit={() => setZoom(1)}>
                {flows && (isPhone || flow) && (
                  <IconButton
                    label={t(flow ? 'preview.asPages' : 'preview.asText')}
                    className="rounded-full"
                    onClick={() => showFlow(!flow)}
                  >
                    {flow ? <File size={18} aria-hidden="true" /> : <WrapText size={18} aria-hidden="true" />}
                  </IconButton>
                )}
                <span
                  className={cx('border-e border-line ps-3 pe-3 text-xs whitespace-nowrap', flow && 'sr-only')}
                  role="status"
                >
                  {t(slides ? 'preview.slideAt' : 'preview.page', { at: num(at), total: num(pages) })}
                </span>
              </ZoomBar>
            </>
          )}
        </div>
        {shown && comments && beside && beside.comments.length > 0 && (
          <DocumentComments comments={beside.comments} chosen={chosen} onChoose={handleChoose} />
        )}
      </div>
    </div>
  );
}

/** A file that is not given to the frame, with the reason for the user. */
class Unshown extends Error {
  constructor(readonly text: string) {
    super(text);
  }
}

/** The address came from a document: it is checked again. */
function openAddress(address: string): void {
  const safe = safeAddress(address);
  if (safe !== null) open(safe, '_blank', 'noopener,noreferrer');
}
