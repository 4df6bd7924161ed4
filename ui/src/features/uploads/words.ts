import { keyText } from '~/api/fault';
import { t } from '~/i18n';
import { percent, size } from '~/i18n/format';
import { HELD } from './retry';
import { isWaiting, trayState, uploadProgress, type ClientUpload } from './client-upload';

/** «حدود ۵ دقیقه مانده» */
export function leftText(seconds: number): string {
  if (seconds < 60) return t('uploads.leftSeconds', { n: Math.max(1, seconds) });
  if (seconds < 3600) return t('uploads.leftMinutes', { n: Math.ceil(seconds / 60) });
  return t('uploads.leftHours', { n: Math.ceil(seconds / 3600) });
}

/** The text below the name in a row. */
export function statusText(upload: ClientUpload): string {
  if (upload.needsFile) return t('uploads.needsFile', { share: percent(uploadProgress(upload)) });
  if (upload.asks) return t('uploads.asks');
  if (upload.hashing !== null) return t('uploads.preparing');
  if (isWaiting(upload)) return `${percent(uploadProgress(upload))} · ${t('uploads.noConnection')}`;
  switch (trayState(upload)) {
    case 'ready':
      return t('uploads.ready');
    case 'processing':
      return upload.status === 'UPLOAD_COMPLETE'
        ? t('uploads.finishing')
        : `${percent(uploadProgress(upload))} · ${t('uploads.amount', { sent: size(upload.sent), total: size(upload.length) })}`;
    case 'uploaded':
      return `${outcomeText(upload)} · ${sentText(upload) ?? size(upload.length)}`;
    case 'paused':
      return `${t('uploads.paused')} · ${percent(uploadProgress(upload))}`;
    case 'cancelled':
      return t('uploads.lost');
    default:
      return problemText(upload.problem);
  }
}

/** How little was sent of a file that the server had most of; null for all of it. It stays on one line. */
function sentText({ copied, length }: ClientUpload): string | null {
  if (copied === 0) return null;
  return t('uploads.sentOnly', { size: size(Math.max(0, length - copied)) }).replaceAll(' ', '\u00a0');
}

function outcomeText({ outcome }: ClientUpload): string {
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
