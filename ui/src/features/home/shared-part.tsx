import { Link } from 'wouter';
import type { GuestSpace } from '~/api/types';
import { t } from '~/i18n';
import { fullDate, when } from '~/i18n/format';
import { Avatar } from '~/kit/avatar';
import { EmptySection, RowsSkeleton, Section, type Reading } from './section';

type Item = GuestSpace['items'][number] & { readonly spaceId: string };

const COUNT = 4;

/** Items that others have shared, the latest first. */
const latest = (spaces: readonly GuestSpace[]): Item[] =>
  spaces
    .flatMap(({ space_id: spaceId, items }) => items.map((item) => ({ ...item, spaceId })))
    .toSorted((a, b) => b.shared_at.localeCompare(a.shared_at))
    .slice(0, COUNT);

const hrefOf = ({ spaceId, target }: Item) =>
  target.target_type === 'folder'
    ? `/workspace/${spaceId}/directory/${target.target_id}`
    : `/workspace/${spaceId}/directory/${target.directory_id}/file/${target.target_id}/preview`;

/** Files and folders that others have shared with the user, in any workspace. */
export function SharedPart({ of }: { of: Reading<GuestSpace[]> }) {
  return (
    <Section
      title={t('frame.guestSpaces')}
      all={{ href: '/Access/Workspaces' }}
      of={of}
      waiting={<RowsSkeleton count={2} />}
      render={(spaces) => {
        const items = latest(spaces);
        if (items.length === 0) return <EmptySection>{t('home.noShared')}</EmptySection>;
        return (
          <ul>
            {items.map((item) => (
              <li key={item.role_id}>
                <Row item={item} />
              </li>
            ))}
          </ul>
        );
      }}
    />
  );
}

function Row({ item }: { item: Item }) {
  const { target, shared_at: at, shared_by: by, role } = item;
  return (
    <Link
      href={hrefOf(item)}
      className="-mx-2 flex min-h-14 items-center gap-3 rounded-control px-2 py-1.5 hover:bg-hover"
    >
      <Avatar name={by.name} className="size-9 text-sm" />
      <span className="grid min-w-0 flex-1 text-start">
        <span className="truncate font-medium">
          <bdi>{target.name || t('frame.sharedFiles')}</bdi>
        </span>
        <span className="truncate text-xs text-muted" title={fullDate(at)}>
          <bdi>{by.name}</bdi> · {when(at)}
        </span>
      </span>
      <span className="shrink-0 rounded-md bg-sunken px-2 text-xs leading-6 text-muted">
        {t(role === 'viewer' ? 'home.canView' : 'home.canEdit')}
      </span>
    </Link>
  );
}
