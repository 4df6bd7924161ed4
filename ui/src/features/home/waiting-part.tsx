import { HardDrive, Inbox, MessageSquareReply, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { storageOf } from '~/api/spaces';
import type { Box, Space, TicketSummary, UploadState } from '~/api/types';
import { num, t } from '~/i18n';
import { fullDate, size, when } from '~/i18n/format';
import { afterPaint } from '~/kit/after-paint';
import { buttonClass } from '~/kit/button';
import { cx } from '~/kit/cx';
import { EmptySection, RowsSkeleton, Section, type Reading } from './section';
import { markSeen, newIn } from './seen-boxes';

/** Everything that asks for the user's attention. */
export interface Waiting {
  readonly boxes: readonly Box[];
  readonly uploads: readonly UploadState[];
  /** Answers of support that were not read. */
  readonly answers: readonly TicketSummary[];
  /** The workspace, where the user has to make room in it. */
  readonly full: Space | null;
}

/** The boxes with new files, and the uploads; several uploads wait as one thing. */
export const waitingCount = ({ boxes, uploads, answers, full }: Waiting) =>
  boxes.length + (uploads.length > 0 ? 1 : 0) + answers.length + (full ? 1 : 0);

const MOST = 4;

export const findWaiting = (boxes: readonly Box[], rest: Omit<Waiting, 'boxes'>): Waiting => ({
  ...rest,
  boxes: boxes.filter((box) => newIn(box) > 0).slice(0, MOST),
  answers: rest.answers.slice(0, MOST),
});

/** New files in the user's boxes, unfinished uploads, answers of support, and storage that runs out. */
export function WaitingPart({ spaceId, of }: { spaceId: string; of: Reading<Waiting> }) {
  return (
    <Section
      title={t('home.waitingTitle')}
      id="waiting"
      of={of}
      waiting={
        <div className="rounded-card border border-line px-4 py-1">
          <RowsSkeleton count={2} />
        </div>
      }
      render={(waiting) =>
        waitingCount(waiting) === 0 ? (
          <EmptySection>{t('home.nothingWaits')}</EmptySection>
        ) : (
          <ul className="overflow-hidden rounded-card border border-line">
            {waiting.full && <NearlyFull space={waiting.full} />}
            {waiting.answers.map((ticket) => (
              <Answer key={ticket.id} ticket={ticket} />
            ))}
            {waiting.boxes.map((box) => (
              <NewFiles key={box.upload_id} spaceId={spaceId} box={box} />
            ))}
            {waiting.uploads[0] && <UnfinishedUploads spaceId={spaceId} uploads={waiting.uploads} />}
          </ul>
        )
      }
    />
  );
}

function NewFiles({ spaceId, box }: { spaceId: string; box: Box }) {
  const last = box.last_file_at ?? box.created_at;
  const see = () => afterPaint(() => markSeen(box));
  return (
    <Item
      icon={<Inbox size={20} />}
      title={t('home.boxFiles', { n: newIn(box), name: box.title || box.target.name })}
      text={<span title={fullDate(last)}>{t('home.latest', { when: when(last) })}</span>}
      action={
        <Link
          href={`/workspace/${spaceId}/directory/${box.directory_id}`}
          // The link calls onClick only where it opens its page in this tab.
          onClickCapture={see}
          onAuxClick={({ button }) => button === 1 && see()}
          className={buttonClass('soft')}
        >
          {t('home.viewFiles')}
        </Link>
      }
    />
  );
}

function NearlyFull({ space }: { space: Space }) {
  const { used, total } = storageOf(space);
  return (
    <Item
      warning
      icon={<HardDrive size={20} />}
      title={t(total !== null && used >= total ? 'home.full' : 'home.nearlyFull')}
      text={t('home.usedOf', { used: size(used), total: size(total ?? 0) })}
      action={
        <Link href={`/workspace/${space.space_id}/status`} className={buttonClass('soft')}>
          {t('home.seeUsage')}
        </Link>
      }
    />
  );
}

function Answer({ ticket: { id, subject, updated_at: at } }: { ticket: TicketSummary }) {
  return (
    <Item
      icon={<MessageSquareReply size={20} />}
      title={t('home.answered', { subject })}
      text={<span title={fullDate(at)}>{when(at)}</span>}
      action={
        <Link href={`/ticket/reply/${id}`} className={buttonClass('soft')}>
          {t('home.readAnswer')}
        </Link>
      }
    />
  );
}

function UnfinishedUploads({ spaceId, uploads }: { spaceId: string; uploads: readonly UploadState[] }) {
  const [first] = uploads;
  if (!first) return null;
  const part = Math.min(1, Math.max(0, first.chunk_number) / Math.max(1, first.chunk_count));
  return (
    <Item
      warning
      icon={<Upload size={20} />}
      title={t('home.unfinished', { n: uploads.length })}
      text={
        <>
          <bdi className="block truncate">{first.key}</bdi>
          {t('home.uploaded', { percent: num(part, { style: 'percent' }) })}
        </>
      }
      action={
        <Link href={`/workspace/${spaceId}/directory/${first.directory_id}`} className={buttonClass('soft')}>
          {t('home.resume')}
        </Link>
      }
    />
  );
}

type ItemProps = { icon: ReactNode; title: string; text: ReactNode; action: ReactNode; warning?: boolean };

function Item({ icon, title, text, action, warning }: ItemProps) {
  return (
    <li className="flex gap-3 border-b border-line p-3 last:border-0">
      <span
        aria-hidden="true"
        className={cx(
          'grid size-9 shrink-0 place-items-center rounded-lg',
          warning ? 'bg-warning-soft text-warning' : 'bg-brand-soft text-brand',
        )}
      >
        {icon}
      </span>
      <span className="grid min-w-0 flex-1 justify-items-start gap-0.5">
        <span className="max-w-full font-semibold text-pretty wrap-anywhere">{title}</span>
        <span className="max-w-full text-xs text-muted">{text}</span>
        <span className="mt-1.5">{action}</span>
      </span>
    </li>
  );
}
