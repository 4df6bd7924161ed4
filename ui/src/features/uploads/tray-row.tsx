import { CircleCheck, Eye, FolderSearch, Pause, Play, RotateCcw, UserRoundPlus, X } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { Link } from 'wouter';
import { can } from '~/api/permissions';
import { useDirectoryRights } from '~/api/properties';
import { t } from '~/i18n';
import { percent } from '~/i18n/format';
import { CutName } from '~/kit/cut-name';
import { cx } from '~/kit/cx';
import { FileIcon } from '~/kit/file-icon';
import { fileType } from '~/kit/file-type';
import { IconButton, iconButtonClass } from '~/kit/icon-button';
import { Progress } from '~/kit/progress';
import { Tooltip } from '~/kit/tooltip';
import { useConfirmedCancel } from './use-confirmed-cancel';
import { useUploadManager } from './upload-manager';
import { isUnderWay } from './status';
import { isWaiting, trayState, uploadProgress, type ClientUpload } from './client-upload';
import { statusText } from './words';

type Props = { upload: ClientUpload; /** Room for the letters of the name, in px. */ nameWidth: number };

export const TrayRow = memo(function TrayRow({ upload, nameWidth }: Props) {
  const state = trayState(upload);
  const text = statusText(upload);
  const waits = isWaiting(upload);
  const bad = state === 'failed' || (state === 'cancelled' && !waits);
  const showBar = waits || state === 'processing' || state === 'paused' || upload.hashing !== null;
  return (
    <li className="flex h-15 items-center gap-3 ps-4 pe-2" data-upload={upload.status}>
      <FileIcon type={fileType(upload.key, upload.contentType)} size="md" />
      <div className="min-w-0 flex-1">
        <p className="truncate leading-6">
          <CutName name={upload.key} width={nameWidth} />
        </p>
        <p
          // What went wrong is read to its end: there is no bar in its row.
          className={cx(
            'text-xs',
            showBar ? 'truncate' : 'line-clamp-2 leading-4',
            bad && !upload.asks ? 'text-danger' : 'text-muted',
          )}
          title={text}
        >
          {text}
        </p>
        {showBar && (
          <Progress
            label={upload.key}
            value={upload.hashing ?? uploadProgress(upload)}
            valueText={percent(upload.hashing ?? uploadProgress(upload))}
            tone={waits || state === 'paused' || upload.hashing !== null ? 'muted' : 'brand'}
            className="mt-1 h-0.75"
          />
        )}
      </div>
      <Controls upload={upload} />
    </li>
  );
});

function Controls({ upload }: { upload: ClientUpload }) {
  const uploadManager = useUploadManager();
  const { engine } = uploadManager;
  const { id, status, key: name } = upload;
  const { cancel, dialog } = useConfirmedCancel();
  if (status === 'UPLOAD_SUCCESS') return <FinishedRow upload={upload} />;
  return (
    <>
      {upload.needsFile ? (
        <ActButton
          label={t('uploads.chooseFile', { name })}
          icon={<FolderSearch size={18} />}
          onClick={() => void uploadManager.chooseFileAgain(upload)}
        />
      ) : upload.lost ? (
        <ActButton
          label={t('uploads.resume', { name })}
          icon={<RotateCcw size={18} />}
          onClick={() => engine.resume(id)}
        />
      ) : status === 'PAUSE' ? (
        <ActButton label={t('uploads.resume', { name })} icon={<Play size={18} />} onClick={() => engine.resume(id)} />
      ) : status === 'ERROR' && !upload.asks ? (
        <ActButton
          label={t('uploads.retry', { name })}
          icon={<RotateCcw size={18} />}
          onClick={() => engine.resume(id)}
        />
      ) : isUnderWay(status) && status !== 'UPLOAD_COMPLETE' ? (
        <ActButton
          label={t('uploads.pause', { name })}
          icon={<Pause size={18} />}
          onClick={() => uploadManager.pauseOne(id)}
        />
      ) : null}
      <ActButton
        label={t('uploads.cancel', { name })}
        icon={<X size={18} />}
        onClick={() => cancel([upload], () => engine.cancel(id))}
      />
      {dialog}
    </>
  );
}

function ActButton({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) {
  return (
    <IconButton label={label} onClick={onClick}>
      <span aria-hidden="true">{icon}</span>
    </IconButton>
  );
}

/** The row of a finished upload, with links to the file and to sharing it. */
function FinishedRow({ upload }: { upload: ClientUpload }) {
  const { isMember } = useUploadManager();
  const { spaceId, directoryId, landedIn, fileId, key: name } = upload;
  const folder = landedIn ?? directoryId;
  const { data: rights } = useDirectoryRights(spaceId, folder, isMember);
  const done = <CircleCheck size={18} aria-hidden="true" className="me-1 shrink-0 text-success" />;
  if (!isMember) return <span className="grid icon-size place-items-center">{done}</span>;
  const preview = `/workspace/${spaceId}/directory/${folder}/file/${fileId}/preview`;
  return (
    <>
      {done}
      {can(rights, 'create', 'download_link') && (
        <FileLink href={`${preview}?share`} label={t('uploads.share', { name })} icon={<UserRoundPlus size={18} />} />
      )}
      <FileLink href={preview} label={t('uploads.open', { name })} icon={<Eye size={18} />} />
    </>
  );
}

function FileLink({ href, label, icon }: { href: string; label: string; icon: ReactNode }) {
  return (
    <Tooltip label={label}>
      <Link href={href} aria-label={label} className={iconButtonClass()}>
        <span aria-hidden="true">{icon}</span>
      </Link>
    </Tooltip>
  );
}
