import { Inbox } from 'lucide-react';
import { Link } from 'wouter';
import { ListDialog } from '~/features/gate/list-dialog';
import { t } from '~/i18n';
import { dateTime, fullDate, size } from '~/i18n/format';
import { FileIcon } from '~/kit/file-icon';
import { fileType } from '~/kit/file-type';
import { State } from '~/kit/state';
import type { Box, BoxFile } from '~/api/types';
import { RelativeTime } from '~/page/dates/relative-time';
import { useBoxFiles } from './api';

/** The files uploaded through a box, with sender and time. */
export function FilesDialog({ box, onClose }: { box: Box; onClose: () => void }) {
  const list = useBoxFiles(box);
  return (
    <ListDialog
      title={t('boxes.files')}
      of={box.title}
      width="lg"
      list={list}
      renderRow={(file) => <Row key={`${file.at}${file.name}${file.hash}`} file={file} spaceId={box.space_id} />}
      empty={
        <State
          icon={<Inbox size={34} strokeWidth={1.6} />}
          title={t('boxes.noFilesTitle')}
          text={t('boxes.noFilesText')}
        />
      }
      onClose={onClose}
    />
  );
}

function Row({ file, spaceId }: { file: BoxFile; spaceId: string }) {
  const { target, name, visitor, at, remove_at: gone } = file;
  const who = [visitor.name, visitor.email].filter(Boolean).join(' · ') || t('boxes.anonymous');
  const text = <bdi>{name}</bdi>;
  return (
    <li className="flex items-start gap-3 px-3 py-2.5">
      <FileIcon type={fileType(name, '')} size="md" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">
          {target ? (
            <Link
              href={`/workspace/${spaceId}/directory/${target.directory_id}/file/${target.target_id}/preview`}
              className="rounded hover:text-brand hover:underline"
            >
              {text}
            </Link>
          ) : (
            <span className="text-muted">{text}</span>
          )}
        </p>
        <p className="truncate text-xs text-muted">
          <bdi>{who}</bdi>
          {visitor.address && (
            <>
              <span className="mx-1.5">·</span>
              <bdi dir="ltr">{visitor.address}</bdi>
            </>
          )}
        </p>
        <p className="text-xs text-muted">
          {size(file.size)}
          <span className="mx-1.5">·</span>
          <time dateTime={at} title={fullDate(at)}>
            <RelativeTime at={at} />
          </time>
          {(!target || gone) && <span className="mx-1.5">·</span>}
          {target
            ? gone && <span className="text-warning">{t('boxes.removedAt', { when: dateTime(gone) })}</span>
            : t('boxes.goneNow')}
        </p>
      </div>
    </li>
  );
}
