import { ArrowRight, Download, Package, PackageX } from 'lucide-react';
import { useEffect, useRef, useState, type ComponentType, type KeyboardEvent, type RefObject } from 'react';
import type { Content, ViewerProps } from '~/api/content';
import { Fault, faultText } from '~/api/fault';
import { t } from '~/i18n';
import { size } from '~/i18n/format';
import { Button } from '~/kit/button';
import { CutName } from '~/kit/cut-name';
import { FileIcon } from '~/kit/file-icon';
import { fileType } from '~/kit/file-type';
import { State } from '~/kit/state';
import { toast } from '~/kit/toast';
import { useWidth } from '~/kit/use-width';
import { viewOfName } from './kind';
import { checkPassword, unpack, type Entry } from './open';
import type { Item } from './tree';
import { ArchiveTrouble, MOST_SAVED, MOST_SHOWN } from './unpack';
import { FailureState } from '../failure-state';
import { PasswordForm } from '../password-form';
import { WaitingState } from '../waiting-state';

type Props = {
  item: Item<Entry>;
  viewOnly: boolean | undefined;
  /** The one that opened the last file: most archives have one for all. */
  password: RefObject<string | undefined>;
  Opened: ComponentType<ViewerProps>;
  onClose: () => void;
};

/** One file of an archive, with the way back to the list. */
export function ArchiveFile({ item, viewOnly, password, Opened, onClose }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const file = useUnpacked(item, password);
  // The element with the focus may be gone: the row of the list, or the field of the password.
  useEffect(() => {
    if (!box.current?.contains(document.activeElement)) box.current?.focus({ preventScroll: true });
  }, [file.content, file.trouble]);
  const save = useSave(item, password, file.blob);
  const handleKeyDown = (event: KeyboardEvent) => {
    // The keys of the page mean the archive, which is not what is seen.
    event.stopPropagation();
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };
  const locked = file.trouble === 'locked' || file.trouble === 'wrongPassword';
  const saves = !viewOnly && !locked && file.trouble !== 'damaged' && item.size <= MOST_SAVED;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys from within bubble to it
    <div
      ref={box}
      tabIndex={-1}
      data-archived
      className="absolute inset-0 flex flex-col outline-none"
      onKeyDown={handleKeyDown}
    >
      <FileBar item={item} saving={save.busy} onSave={saves ? save.run : undefined} onClose={onClose} />
      <div className="relative min-h-0 flex-1">
        <Stage
          item={item}
          file={file}
          viewOnly={viewOnly}
          onSave={saves ? save.run : undefined}
          saving={save.busy}
          Opened={Opened}
        />
      </div>
    </div>
  );
}

type BarProps = Pick<Props, 'item' | 'onClose'> & { saving: boolean; onSave: (() => void) | undefined };

function FileBar({ item, saving, onSave, onClose }: BarProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const width = useWidth(title);
  return (
    <div className="mx-2 mb-2 flex h-12 shrink-0 items-center gap-2 rounded-card bg-surface px-1 ring-1 ring-line sm:mx-4 print:hidden">
      <Button kind="ghost" className="px-3" aria-label={t('preview.archiveBack')} onClick={onClose}>
        <ArrowRight size={18} aria-hidden="true" className="ltr:rotate-180" />
        <Package size={18} aria-hidden="true" />
      </Button>
      <FileIcon type={fileType(item.name, '')} className="max-sm:hidden" />
      <div className="min-w-0 flex-1">
        <h2 ref={title} className="font-semibold whitespace-nowrap">
          <CutName name={item.name} width={width} weight={600} />
        </h2>
      </div>
      <p className="shrink-0 text-xs text-muted">{size(item.size)}</p>
      {onSave && (
        <Button
          kind="ghost"
          busy={saving}
          className="px-3"
          icon={<Download size={18} aria-hidden="true" />}
          aria-label={t('preview.archiveSave')}
          onClick={onSave}
        >
          <span className="max-sm:sr-only">{t('preview.archiveSave')}</span>
        </Button>
      )}
    </div>
  );
}

type StageProps = Pick<Props, 'item' | 'viewOnly' | 'Opened'> & {
  file: Unpacked;
  onSave: (() => void) | undefined;
  saving: boolean;
};

function Stage({ item, file, viewOnly, onSave, saving, Opened }: StageProps) {
  if (file.trouble === 'locked' || file.trouble === 'wrongPassword')
    return (
      <PasswordForm text={t('preview.archiveLockedText')} wrong={file.trouble === 'wrongPassword'} onTry={file.open} />
    );
  if (file.fault) return <FailureState text={faultText(file.fault, 'preview')} onRetry={() => file.open()} />;
  if (file.trouble === 'damaged') return <FailureState text={t('preview.archiveFileDamaged')} />;
  if (file.trouble !== null || file.ready) {
    const text =
      file.trouble === 'large'
        ? t('preview.archiveLarge', { limit: size(MOST_SHOWN) })
        : file.trouble === 'bomb'
          ? t('preview.archiveBomb')
          : file.trouble
            ? t('preview.archiveUnsupported')
            : !viewOnly && t('preview.noneText');
    const offered = onSave && (file.trouble === null || file.trouble === 'large');
    return (
      <div className="grid h-full place-items-center overflow-y-auto">
        <State
          icon={<PackageX size={34} strokeWidth={1.6} />}
          title={t('preview.noneTitle')}
          text={text}
          actions={
            offered && (
              <Button kind="solid" busy={saving} icon={<Download size={18} aria-hidden="true" />} onClick={onSave}>
                {t('preview.archiveSave')}
              </Button>
            )
          }
        />
      </div>
    );
  }
  if (!file.content) return <WaitingState />;
  return <Opened content={file.content} name={item.name} viewOnly={viewOnly} />;
}

interface Unpacked {
  /** It cannot be shown, and its password, if it has one, is known. */
  readonly ready: boolean;
  readonly blob: Blob | null;
  readonly content: Content | null;
  readonly trouble: ArchiveTrouble['kind'] | null;
  /** The server or the line is why it cannot be read. */
  readonly fault: unknown;
  readonly open: (password?: string) => void;
}

type Result = Omit<Unpacked, 'open'>;
const nothing: Result = { ready: false, blob: null, content: null, trouble: null, fault: null };

/** Unpacks what a viewer can show; the password that works is kept. */
function useUnpacked(item: Item<Entry>, password: Props['password']): Unpacked {
  const [tried, setTried] = useState({ password: password.current, times: 0 });
  const [result, setResult] = useState<Result>(nothing);
  const shown = viewOfName(item.name);
  useEffect(() => {
    const gone = new AbortController();
    let url = '';
    const type = shown?.content_type ?? '';
    const run = async () => {
      if (item.locked) {
        if (tried.password === undefined) throw new ArchiveTrouble('locked');
        await checkPassword(item.entry, tried.password, gone.signal);
        password.current = tried.password;
      }
      if (!shown) return setResult({ ...nothing, ready: true });
      const blob = await unpack(item.entry, {
        password: item.locked ? tried.password : undefined,
        most: MOST_SHOWN,
        type,
        signal: gone.signal,
      });
      if (gone.signal.aborted) return;
      url = await addressOf(blob);
      const content = { url, expires_at: '', kind: shown.kind, content_type: type, size: blob.size };
      setResult({ ...nothing, blob, content });
    };
    setResult(nothing);
    run().catch((error: unknown) => {
      if (gone.signal.aborted) return;
      // A password that opened another file is no wrong one here: it was not entered for this.
      const other = tried.times === 0 && error instanceof ArchiveTrouble && error.kind === 'wrongPassword';
      if (other) setResult({ ...nothing, trouble: 'locked' });
      else if (error instanceof ArchiveTrouble) setResult({ ...nothing, trouble: error.kind });
      else setResult({ ...nothing, fault: error });
    });
    return () => {
      gone.abort();
      if (url.startsWith('blob:')) URL.revokeObjectURL(url);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- how it is shown follows from the item
  }, [item, tried, password]);
  return {
    ...result,
    open: (next = tried.password) => setTried(({ times }) => ({ password: next, times: times + 1 })),
  };
}

/** An SVG that is opened in a tab of its own must not run as a page of this origin; a data: address has none. */
async function addressOf(blob: Blob): Promise<string> {
  if (blob.type !== 'image/svg+xml') return URL.createObjectURL(blob);
  const text = encodeURIComponent(await blob.text());
  return `data:image/svg+xml;charset=utf-8,${text}`;
}

/** Has the browser save the file, unpacked up to a higher limit than for looking at it. */
function useSave(item: Item<Entry>, password: Props['password'], known: Blob | null) {
  const [busy, setBusy] = useState(false);
  const gone = useRef(new AbortController());
  useEffect(() => () => gone.current.abort(), []);
  const run = async () => {
    setBusy(true);
    try {
      const blob =
        known ??
        (await unpack(item.entry, {
          password: item.locked ? password.current : undefined,
          most: MOST_SAVED,
          type: 'application/octet-stream',
          signal: gone.current.signal,
        }));
      const link = document.createElement('a');
      link.href = URL.createObjectURL(blob.slice(0, blob.size, 'application/octet-stream'));
      link.download = item.name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    } catch (error) {
      if (gone.current.signal.aborted) return;
      const title = error instanceof Fault ? faultText(error, 'download') : t(saveProblem(error));
      toast({ title, kind: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return { busy, run: () => void run() };
}

function saveProblem(error: unknown) {
  const kind = error instanceof ArchiveTrouble ? error.kind : 'damaged';
  if (kind === 'bomb') return 'preview.archiveBomb';
  return kind === 'damaged' || kind === 'wrongPassword' ? 'preview.archiveFileDamaged' : 'preview.archiveUnsupported';
}
