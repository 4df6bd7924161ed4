import { keyText } from '~/api/fault';
import { t } from '~/i18n';
import { percent, size } from '~/i18n/format';
import { HELD } from './retry';
import { trayState, uploadProgress, type Thread } from './thread';

/** «حدود ۵ دقیقه مانده» */
export function leftText(seconds: number): string {
  if (seconds < 60) return t('uploads.leftSeconds', { n: Math.max(1, seconds) });
  if (seconds < 3600) return t('uploads.leftMinutes', { n: Math.ceil(seconds / 60) });
  return t('uploads.leftHours', { n: Math.ceil(seconds / 3600) });
}

/** The text below the name in a row. */
export function statusText(thread: Thread): string {
  if (thread.needsFile) return t('uploads.needsFile', { share: percent(uploadProgress(thread)) });
  if (thread.asks) return t('uploads.asks');
  if (thread.hashing !== null) return t('uploads.preparing');
  switch (trayState(thread)) {
    case 'ready':
      return t('uploads.ready');
    case 'processing':
      return thread.status === 'UPLOAD_COMPLETE'
        ? t('uploads.finishing')
        : `${percent(uploadProgress(thread))} · ${t('uploads.amount', { sent: size(thread.sent), total: size(thread.length) })}`;
    case 'uploaded':
      return `${outcomeText(thread)} · ${size(thread.length)}`;
    case 'paused':
      return `${t('uploads.paused')} · ${percent(uploadProgress(thread))}`;
    case 'cancelled':
      return t('uploads.lost');
    default:
      return problemText(thread.problem);
  }
}

function outcomeText({ outcome }: Thread): string {
  if (outcome === 'version') return t('uploads.outcomeVersion');
  if (outcome === 'renamed') return t('uploads.outcomeRenamed');
  if (outcome === 'replaced') return t('uploads.outcomeReplaced');
  return t('uploads.uploaded');
}

/** Why an upload failed. */
export function problemText(problem: string | null): string {
  if (problem === 'file_unreadable') return t('uploads.unreadable');
  if (problem === 'no_response') return t('problems.noResponse');
  if (problem === 'no_internet') return t('problems.noInternet');
  if (problem?.startsWith(HELD)) return t('uploads.held', { size: size(Number(problem.slice(HELD.length))) });
  return keyText(problem ?? undefined, 'upload');
}
