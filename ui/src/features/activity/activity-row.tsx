import { MoveRight, UserRound } from 'lucide-react';
import { t } from '~/i18n';
import { clock, fullDate } from '~/i18n/format';
import { Avatar } from '~/kit/avatar';
import { cx } from '~/kit/cx';
import { ActivityIcon } from './activity-icon';
import type { Activity } from '~/api/types';
import { changeOf } from './changes';
import { sentence } from './sentence';
import { SentenceText } from './sentence-text';
import { useWords } from './use-words';

type Props = { spaceId: string; my: boolean; activity: Activity; inner?: boolean };

/** One activity. */
export function ActivityRow({ spaceId, my, activity, inner }: Props) {
  const { rootName, hrefOf } = useWords(spaceId, my);
  const change = changeOf(activity);
  return (
    <li className={cx('flex items-start gap-3 py-2', inner && 'ps-11')}>
      {!inner && <ActivityIcon action={activity.action} />}
      <div className="min-w-0 flex-1 pt-1 text-start wrap-anywhere">
        <p>
          <SentenceText
            parts={sentence(activity, rootName(activity))}
            href={hrefOf(activity)}
            title={activity.path === '/' ? undefined : activity.path}
          />
        </p>
        {change && (
          <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-xs text-muted">
            {change.before !== null && (
              <span className={cx(change.after !== null && 'line-through')}>
                <bdi>{change.before}</bdi>
              </span>
            )}
            {change.before !== null && change.after !== null && (
              <MoveRight size={13} aria-hidden="true" className="rtl:rotate-180" />
            )}
            {change.after !== null && <bdi>{change.after}</bdi>}
          </p>
        )}
      </div>
      <AuthorAndTime activity={activity} />
    </li>
  );
}

export function AuthorAndTime({ activity }: { activity: Activity }) {
  return (
    <div className="flex shrink-0 items-center gap-2 pt-1">
      <time dateTime={activity.at} title={fullDate(activity.at)} className="text-xs text-muted">
        {clock(activity.at)}
      </time>
      <Author activity={activity} />
    </div>
  );
}

/** The picture of the user; a visitor of an upload box has none, and is not its owner. */
function Author({ activity: { action, done_by: by } }: { activity: Activity }) {
  if (action !== 'file_receive') return <Avatar name={by.name || '؟'} className="size-6 text-2xs" />;
  return (
    <span
      data-by="visitor"
      title={t('activity.visitor')}
      className="grid size-6 shrink-0 place-items-center rounded-full bg-sunken text-muted ring-1 ring-line"
    >
      <UserRound size={14} aria-hidden="true" />
    </span>
  );
}
