import { ChevronDown, Pause, Play, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { num, t } from '~/i18n';
import { percent, size } from '~/i18n/format';
import { cx } from '~/kit/cx';
import { IconButton } from '~/kit/icon-button';
import { Progress } from '~/kit/progress';
import { useOnline } from '~/kit/use-online';
import { useConfirmedCancel } from './use-confirmed-cancel';
import { useUploadManager } from './upload-manager';
import type { Totals } from './store';
import type { ClientUpload } from './client-upload';
import { leftText } from './words';

/** The server discards an unfinished upload after as many days without a part: app/drive/uploads. */
const KEPT_DAYS = 7;

/** Longer than this says only that hardly anything moves. */
const DAY = 24 * 3600;

type Props = {
  uploads: readonly ClientUpload[];
  totals: Totals;
  /** All of them come from an earlier visit and wait for their files. */
  idle: boolean;
  open: boolean;
  onToggle: () => void;
};

export function TrayHead({ uploads, totals, idle, open, onToggle }: Props) {
  const uploadManager = useUploadManager();
  const busy = totals.underWay > 0;
  const stopped = uploads.some(({ status, needsFile }) => (status === 'PAUSE' || status === 'ERROR') && !needsFile);
  const share = totals.bytes === 0 ? 1 : totals.sent / totals.bytes;
  const spoken = useSpoken(totals);
  const online = useOnline();
  const { cancel, dialog } = useConfirmedCancel();
  return (
    <header className="relative">
      {dialog}
      <p role="status" className="sr-only">
        {spoken}
      </p>
      <div className="flex items-center gap-0.5 py-2.5 ps-4 pe-2">
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-bold">{headline(totals)}</h2>
          <p className="truncate text-xs text-muted">
            {idle ? t('uploads.keptFor', { n: KEPT_DAYS }) : detail(totals, share, online)}
          </p>
        </div>
        {busy && (
          <IconButton label={t('uploads.pauseAll')} onClick={() => uploadManager.pauseAll()}>
            <Pause size={18} aria-hidden="true" />
          </IconButton>
        )}
        {!busy && stopped && (
          <IconButton label={t('uploads.resumeAll')} onClick={() => uploadManager.engine.resumeAll()}>
            <Play size={18} aria-hidden="true" />
          </IconButton>
        )}
        <IconButton label={open ? t('uploads.collapse') : t('uploads.expand')} aria-expanded={open} onClick={onToggle}>
          <ChevronDown size={18} aria-hidden="true" className={cx('transition', !open && 'rotate-180')} />
        </IconButton>
        {busy ? (
          <IconButton
            label={t('uploads.cancelAll')}
            onClick={() => cancel(uploads, () => uploadManager.engine.cancelAll())}
          >
            <X size={18} aria-hidden="true" />
          </IconButton>
        ) : (
          <IconButton label={t('common.close')} onClick={() => uploadManager.engine.hideAll()}>
            <X size={18} aria-hidden="true" />
          </IconButton>
        )}
      </div>
      {(busy || stopped) && (
        <Progress
          label={t('uploads.total')}
          value={share}
          valueText={percent(share)}
          tone={busy ? 'brand' : 'muted'}
          className="rounded-none"
        />
      )}
    </header>
  );
}

/** Nothing has been said yet. */
const SILENT = -2;

/**
 * The headline as a screen reader says it: again when the uploads begin, pause, ask or end, and not with each of the files
 * and bytes in between. A screen reader says only what changes: where all is over before the tray is drawn, the text comes
 * after it.
 */
function useSpoken(totals: Totals): string {
  const { underWay, asking, failed, paused } = totals;
  const kind = [underWay, asking, failed, paused].findIndex((count) => count > 0);
  const text = headline(totals);
  const [announced, setAnnounced] = useState(underWay > 0 ? { kind, text } : { kind: SILENT, text: '' });
  useEffect(() => {
    if (announced.kind !== kind) setAnnounced({ kind, text });
  }, [announced.kind, kind, text]);
  return announced.text;
}

function headline({ done, underWay, failed, asking, paused }: Totals): string {
  if (underWay > 0) return t('uploads.underWay', { n: underWay });
  if (asking > 0) return t('uploads.someAsk', { n: asking });
  if (failed > 0) return t('uploads.someFailed', { n: failed });
  if (paused > 0) return t('uploads.somePaused', { n: paused });
  return t('uploads.allDone', { n: done });
}

function detail(
  { bytes, sent, speed, secondsLeft, files, done, underWay, waits }: Totals,
  share: number,
  online: boolean,
): string {
  const amount = t('uploads.amount', { sent: size(sent), total: size(bytes) });
  if (underWay === 0)
    return done === files ? size(bytes) : `${t('uploads.doneOf', { done: num(done), total: num(files) })} · ${amount}`;
  // The speed is of the time before; nothing moves now.
  if (!online || waits) return `${percent(share)} · ${amount} · ${t('uploads.noConnection')}`;
  if (secondsLeft === null || secondsLeft > DAY) return `${percent(share)} · ${amount}`;
  return `${percent(share)} · ${t('uploads.perSecond', { size: size(speed) })} · ${leftText(secondsLeft)}`;
}
