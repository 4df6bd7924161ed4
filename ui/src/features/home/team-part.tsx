import { Link } from 'wouter';
import { hrefOf as placeHref } from '~/api/place';
import { groupSentence } from '~/features/activity/group-sentence';
import { SentenceText } from '~/features/activity/sentence-text';
import { useWords } from '~/features/activity/use-words';
import type { TeamActivity } from '~/api/types';
import { t } from '~/i18n';
import { fullDate } from '~/i18n/format';
import { Avatar } from '~/kit/avatar';
import { RelativeTime } from '~/page/dates/relative-time';
import { EmptySection, RowsSkeleton, Section, type Reading } from './section';

type Props = { spaceId: string; /** The whole timeline may be read. */ mayAll: boolean; of: Reading<TeamActivity[]> };

/** What the others did in the shared files, one line for each operation. */
export function TeamPart({ spaceId, mayAll, of }: Props) {
  return (
    <Section
      title={t('home.teamTitle')}
      {...(mayAll && { all: { href: `/workspace/${spaceId}/activity` } })}
      of={of}
      waiting={<RowsSkeleton count={3} />}
      render={(groups) =>
        groups.length === 0 ? (
          <EmptySection>{t('home.noTeam')}</EmptySection>
        ) : (
          <ul>
            {groups.map((group) => (
              <li key={group.activity.activity_id}>
                <Row spaceId={spaceId} group={group} />
              </li>
            ))}
          </ul>
        )
      }
    />
  );
}

function Row({ spaceId, group }: { spaceId: string; group: TeamActivity }) {
  const { rootName, hrefOf } = useWords(spaceId, false);
  const { activity, at, files_count: files, directories_count: directories } = group;
  const { directory_id: directoryId, exists } = activity.target;
  const isOne = files + directories <= 1 || activity.action === 'directory_create';
  // Of several, the way leads to where they lie.
  const there = exists && directoryId ? placeHref({ spaceId, my: false, directoryId }) : null;
  const href = isOne && directories <= 1 ? hrefOf(activity) : there;
  const text = (
    <>
      <Avatar name={activity.done_by.name} className="size-9 text-sm" />
      <span className="grid min-w-0 flex-1 text-start">
        <span className="wrap-anywhere">
          <SentenceText parts={groupSentence(group, rootName(activity))} href={null} />
        </span>
        <span className="text-xs text-muted" title={fullDate(at)}>
          <RelativeTime at={at} />
        </span>
      </span>
    </>
  );
  const shape = '-mx-2 flex min-h-14 items-center gap-3 rounded-control px-2 py-1.5';
  return href ? (
    <Link href={href} className={`${shape} hover:bg-hover`}>
      {text}
    </Link>
  ) : (
    <div className={shape}>{text}</div>
  );
}
