import { CircleCheck, CircleDashed, Eye, UserRound } from 'lucide-react';
import { ListDialog } from '~/features/gate/list-dialog';
import { t } from '~/i18n';
import { dateTime, fullDate } from '~/i18n/format';
import { State } from '~/kit/state';
import type { Link, LinkOpening } from '~/api/types';
import { RelativeTime } from '~/page/dates/relative-time';
import { useOpenings } from './api';

/** The visitors of a link, latest first. */
export function OpeningsDialog({ link, onClose }: { link: Link; onClose: () => void }) {
  const list = useOpenings(link);
  return (
    <ListDialog
      title={t('links.openings')}
      of={link.title}
      list={list}
      renderRow={(opening) => (
        <Row key={`${opening.at}${opening.address}`} opening={opening} viewOnly={link.view_only} />
      )}
      empty={
        <State
          icon={<Eye size={34} strokeWidth={1.6} />}
          title={t('links.noOpeningsTitle')}
          text={t('links.noOpeningsText')}
        />
      }
      onClose={onClose}
    />
  );
}

function Row({ opening, viewOnly }: { opening: LinkOpening; viewOnly: boolean }) {
  const { at, email, address, finished_at: finished } = opening;
  const Icon = finished ? CircleCheck : CircleDashed;
  return (
    <li className="flex items-start gap-3 px-3 py-2.5">
      <UserRound size={18} aria-hidden="true" className="mt-1 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{email ? <bdi>{email}</bdi> : t('links.anonymous')}</p>
        <p className="text-xs text-muted">
          <time dateTime={at} title={fullDate(at)}>
            <RelativeTime at={at} />
          </time>
          {address && (
            <>
              <span className="mx-1.5">·</span>
              <bdi dir="ltr">{address}</bdi>
            </>
          )}
        </p>
      </div>
      {!viewOnly && (
        <p
          className={`mt-1 flex shrink-0 items-center gap-1.5 text-xs ${finished ? 'text-success' : 'text-muted'}`}
          title={finished ? dateTime(finished) : undefined}
        >
          <Icon size={15} aria-hidden="true" />
          {finished ? t('links.finished') : t('links.unfinished')}
        </p>
      )}
    </li>
  );
}
