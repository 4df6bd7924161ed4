import { Film, Image, Mail, StickyNote } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { t } from '~/i18n';
import { fullDate, size } from '~/i18n/format';
import { Avatar } from '~/kit/avatar';
import { cx } from '~/kit/cx';
import { sayFault } from '~/page/say-fault';
import { RelativeTime } from '~/page/dates/relative-time';
import { saveAttachment, usePicture, type Attachment } from './api';
import { piecesOf } from './linked';

type Props = {
  author: string;
  at: string;
  text: string;
  attachments: readonly Attachment[];
  /** Written by support. */
  staff?: boolean;
  note?: boolean | undefined;
  byMail?: boolean;
  /** The reader is staff, who fetch attachments by a call of their own. */
  forStaff: boolean;
};

/** A message in a ticket. Its text is text: markup in it is shown as it was typed. */
export function Message({ author, at, text, attachments, staff, note, byMail, forStaff }: Props) {
  return (
    <li
      className={cx(
        'grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-b border-line px-5 py-4 sm:px-6',
        note ? 'bg-warning-soft/60' : staff && 'bg-sunken',
      )}
    >
      <Avatar name={author || t('tickets.erased')} className="size-9" />
      <div className="min-w-0">
        <div className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="font-semibold">
            <bdi>{author || t('tickets.erased')}</bdi>
          </span>
          {staff && !note && (
            <span className="rounded-md bg-brand-soft px-2 text-xs font-medium text-brand">{t('tickets.support')}</span>
          )}
          {note && (
            <span className="inline-flex items-center gap-1 rounded-md bg-surface px-2 text-xs font-medium text-warning">
              <StickyNote size={13} aria-hidden="true" />
              {t('tickets.note')}
            </span>
          )}
          {byMail && (
            <span className="inline-flex items-center gap-1 text-xs text-muted">
              <Mail size={13} aria-hidden="true" />
              {t('tickets.byMail')}
            </span>
          )}
          <span className="flex-1" />
          <time dateTime={at} title={fullDate(at)} className="text-xs text-muted">
            <RelativeTime at={at} />
          </time>
        </div>
        <p dir="auto" className="max-w-[70ch] text-start [overflow-wrap:anywhere] whitespace-pre-wrap">
          <LinkedText text={text} />
        </p>
        {attachments.length > 0 && (
          <ul aria-label={t('tickets.attachments')} className="mt-3 flex flex-wrap gap-2">
            {attachments.map((file) => (
              <FileButton key={file.attachment_id} file={file} forStaff={forStaff} />
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

function LinkedText({ text }: { text: string }) {
  return piecesOf(text).map((piece, index) =>
    piece.url ? (
      <bdi key={index}>
        <a href={piece.url} target="_blank" rel="noopener noreferrer" className="text-brand underline">
          {piece.text}
        </a>
      </bdi>
    ) : (
      piece.text
    ),
  );
}

function FileButton({ file, forStaff }: { file: Attachment; forStaff: boolean }) {
  const Icon = file.content_type === 'video/mp4' ? Film : Image;
  const blob = usePicture(file, forStaff).data;
  const url = useMemo(() => (blob ? URL.createObjectURL(blob) : ''), [blob]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return (
    <li className="min-w-0">
      <button
        type="button"
        title={t('tickets.save')}
        onClick={() => void saveAttachment(file, forStaff).catch(sayFault)}
        className="flex max-w-full items-center gap-3 rounded-control border border-line bg-surface p-1.5 pe-3 text-start transition hover:bg-hover"
      >
        <span className="grid size-11 shrink-0 place-items-center overflow-hidden rounded-lg bg-sunken text-muted">
          {url ? <img src={url} alt="" className="size-full object-cover" /> : <Icon size={19} aria-hidden="true" />}
        </span>
        <span className="min-w-0">
          <span className="block max-w-52 truncate text-sm font-medium">
            <bdi>{file.name}</bdi>
          </span>
          <span className="block text-xs text-muted">{size(file.size)}</span>
        </span>
      </button>
    </li>
  );
}
