import { EllipsisVertical, Handshake, LogOut, Plus, Settings, Telescope, Warehouse } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useSetup } from '~/api/setup';
import { useGuestSpaces, useSpaces } from '~/api/spaces';
import type { Space } from '~/api/types';
import { FailureState } from '~/page/failure-state';
import { PageLayout } from '~/page/page-layout';
import { StorageLine } from '~/page/storage-line';
import { SpaceAvatar } from '~/page/space-avatar';
import { roleLabel } from '~/page/people/roles';
import { startIn } from '~/api/visits';
import { t, useLang, withWords } from '~/i18n';
import { buttonClass } from '~/kit/button';
import { iconButtonClass } from '~/kit/icon-button';
import { Menu } from '~/kit/menu';
import type { MenuEntry } from '~/kit/menu-items';
import { Skeleton } from '~/kit/skeleton';
import { State } from '~/kit/state';
import { PageHead } from '~/page/page-head';

const LeaveDialog = lazy(async () => ({
  default: (await withWords(import('~/features/members/leave-dialog'), 'members')).LeaveDialog,
}));

const PaidOrders = lazy(async () => ({
  default: (await withWords(import('~/features/billing/paid-orders'), 'billing')).PaidOrders,
}));

const grid = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3';
const cardClass = 'flex min-h-44 flex-col rounded-card border border-line bg-surface p-5';

/** All workspaces of the user; choosing one opens it. */
export function SpacesPage() {
  useLang();
  const { data, error, refetch } = useSpaces();
  const guest = useGuestSpaces().data?.length ?? 0;
  const selling = useSetup().data?.selling;
  const [leaving, setLeaving] = useState<string | null>(null);
  return (
    <PageLayout>
      <PageHead
        title={t('workspaces.title')}
        // An empty list and one that cannot be read say themselves what is next.
        text={(data ? data.length > 0 : !error) && t('workspaces.text')}
        actions={
          // While the list loads, too: on a phone it would push the cards down.
          data?.length !== 0 && (
            <Link href="/workspace/create" className={buttonClass('solid')}>
              <Plus size={18} aria-hidden="true" />
              {t('workspaces.create')}
            </Link>
          )
        }
      />
      {selling && (
        <Suspense>
          <PaidOrders />
        </Suspense>
      )}
      {!data && !error && <ListSkeleton />}
      {!data && error && <FailureState error={error} retry={refetch} />}
      {data?.length === 0 && <EmptyState />}
      {data && data.length > 0 && (
        <ul className={grid}>
          {data.map((space) => (
            <li key={space.space_id}>
              <SpaceCard space={space} onLeave={() => setLeaving(space.space_id)} />
            </li>
          ))}
        </ul>
      )}
      {/* Not before the cards: it would move when they come. The link that comes last stands last. */}
      {(data ?? error) && (
        <nav aria-label={t('workspaces.elsewhere')} className="mt-6 flex flex-wrap gap-2">
          <Link href="/workspace/find" className={buttonClass('ghost', '-ms-4 text-muted')}>
            <Telescope size={18} aria-hidden="true" />
            {t('workspaces.find')}
          </Link>
          {guest > 0 && (
            <Link href="/Access/Workspaces" className={buttonClass('outline')}>
              <Handshake size={18} aria-hidden="true" />
              {t('workspaces.guestIn', { n: guest })}
            </Link>
          )}
        </nav>
      )}
      {leaving && (
        <Suspense>
          <LeaveDialog spaceId={leaving} onClose={() => setLeaving(null)} />
        </Suspense>
      )}
    </PageLayout>
  );
}

function ListSkeleton() {
  return (
    <div className={grid} aria-busy="true" role="status" aria-label={t('common.loading')}>
      {[0, 1, 2].map((card) => (
        <div key={card} className={cardClass}>
          <div className="flex items-center gap-4">
            <Skeleton className="size-12 rounded-2xl" />
            <Skeleton className="h-5 w-36" />
          </div>
          <Skeleton className="mt-auto h-1.5 w-full" />
          <Skeleton className="mt-3 h-4 w-32" />
        </div>
      ))}
    </div>
  );
}

function EmptyState() {
  return (
    <State
      icon={<Warehouse size={36} />}
      title={t('workspaces.emptyTitle')}
      text={t('workspaces.emptyText')}
      actions={
        <Link href="/workspace/create" className={buttonClass('solid')}>
          <Plus size={18} aria-hidden="true" />
          {t('workspaces.create')}
        </Link>
      }
    />
  );
}

function SpaceCard({ space, onLeave }: { space: Space; onLeave: () => void }) {
  const [, navigate] = useLocation();
  const entries: MenuEntry[] = [];
  if (space.role === 'owner' || space.role === 'admin') {
    entries.push({
      id: 'settings',
      label: t('workspaces.settings'),
      icon: <Settings size={18} />,
      onSelect: () => navigate(`/workspace/${space.space_id}/settings`),
    });
  }
  if (space.role !== 'owner') {
    entries.push({
      id: 'leave',
      label: t('workspaces.leaveMenu'),
      icon: <LogOut size={18} className="rtl:rotate-180" />,
      danger: true,
      onSelect: onLeave,
    });
  }
  return (
    <div className="relative">
      <Link
        href={startIn(space.space_id)}
        className={`${cardClass} shadow-card transition hover:border-brand/50 hover:shadow-pop`}
      >
        <span className="flex items-center gap-4">
          <SpaceAvatar space={space} className="size-12 text-xl" />
          <span className="min-w-0 pe-8">
            <span className="block truncate text-base font-bold">
              <bdi>{space.title}</bdi>
            </span>
            <span className="block truncate text-xs text-muted">
              {space.guest ? t('people.guest') : roleLabel(space.role)} ·{' '}
              {t('frame.members', { n: space.member_count })}
            </span>
          </span>
        </span>
        <span className="mt-auto pt-6">
          <StorageLine space={space} />
        </span>
      </Link>
      <div className="absolute end-2 top-2">
        <Menu
          label={space.title}
          align="end"
          entries={entries}
          trigger={
            <button
              type="button"
              aria-label={t('workspaces.moreOf', { title: space.title })}
              className={iconButtonClass()}
            >
              <EllipsisVertical size={18} aria-hidden="true" />
            </button>
          }
        />
      </div>
    </div>
  );
}
