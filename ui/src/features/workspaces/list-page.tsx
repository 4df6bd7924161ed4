import { Plus, Warehouse } from 'lucide-react';
import { Link } from 'wouter';
import { storageOf, useSpaces } from '~/api/spaces';
import type { Space } from '~/api/types';
import { Failed } from '~/features/frame/failed';
import { Plain } from '~/features/frame/plain';
import { SpaceAvatar } from '~/features/frame/space-switcher';
import { t } from '~/i18n';
import { size } from '~/i18n/format';
import { buttonClass } from '~/kit/button';
import { Meter } from '~/kit/meter';
import { Skeleton } from '~/kit/skeleton';
import { State } from '~/kit/state';
import { roleName } from './role';

const grid = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3';
const cardClass = 'flex min-h-44 flex-col rounded-card border border-line bg-surface p-5';

/** All workspaces of the person; choosing one enters it. */
export function SpacesPage() {
  const { data, error, refetch } = useSpaces();
  return (
    <Plain>
      <header className="mb-6 flex min-h-11 flex-wrap items-end gap-4">
        <div className="min-w-0 flex-1">
          <h1 className="text-2xl font-extrabold">{t('workspaces.title')}</h1>
          <p className="mt-1 text-muted max-sm:hidden">{t('workspaces.text')}</p>
        </div>
        {data && data.length > 0 && (
          <Link href="/workspace/create" className={buttonClass('solid')}>
            <Plus size={18} aria-hidden="true" />
            {t('workspaces.create')}
          </Link>
        )}
      </header>
      {!data && !error && <Loading />}
      {!data && error && <Failed error={error} retry={refetch} />}
      {data?.length === 0 && <Empty />}
      {data && data.length > 0 && (
        <ul className={grid}>
          {data.map((space) => (
            <li key={space.space_id}>
              <SpaceCard space={space} />
            </li>
          ))}
        </ul>
      )}
    </Plain>
  );
}

function Loading() {
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

function Empty() {
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

function SpaceCard({ space }: { space: Space }) {
  const { used, total } = storageOf(space);
  const words = t('frame.storageUsed', { used: size(used), total: size(total) });
  return (
    <Link
      href={`/workspace/${space.space_id}`}
      className={`${cardClass} shadow-card transition hover:border-brand/50 hover:shadow-pop`}
    >
      <span className="flex items-center gap-4">
        <SpaceAvatar space={space} className="size-12 text-xl" />
        <span className="min-w-0">
          <span className="block truncate text-base font-bold">
            <bdi>{space.title}</bdi>
          </span>
          <span className="block truncate text-xs text-muted">
            {space.guest ? t('workspaces.guest') : roleName(space.role)} ·{' '}
            {t('frame.members', { n: space.member_count })}
          </span>
        </span>
      </span>
      <span className="mt-auto pt-6">
        <Meter
          label={t('frame.storage')}
          value={used}
          max={total}
          valueText={words}
          tone={used / total >= 0.9 ? 'danger' : 'brand'}
        />
        <span className="mt-2 block text-xs text-muted">{words}</span>
      </span>
    </Link>
  );
}
