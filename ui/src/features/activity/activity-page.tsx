import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useSearch } from 'wouter';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import { t, useLang } from '~/i18n';
import { cx } from '~/kit/cx';
import { Page } from '~/page/page';
import { useWindowTitle } from '~/page/use-window-title';
import type { Subject } from './api';
import { FilterBar } from './filter-bar';
import { formatFilter, parseFilter } from './filter';
import { Timeline } from './timeline';

/** The timeline of a workspace, of My Drive, of a directory or of a file. The filters are part of the address. */
export function ActivityPage({ subject }: { subject: Subject }) {
  useLang();
  const [path, navigate] = useLocation();
  const filter = parseFilter(useSearch());
  const title = useTitle(subject);
  useWindowTitle(title);
  return (
    <Page title={title} actions={!subject.directoryId && <Scopes spaceId={subject.spaceId} scope={subject.scope} />}>
      <FilterBar
        subject={subject}
        filter={filter}
        onChange={(next) => {
          const query = formatFilter(next);
          navigate(path + (query && `?${query}`), { replace: true });
        }}
      />
      <div className="isolate">
        <Timeline key={JSON.stringify(subject)} subject={subject} filter={filter} />
      </div>
    </Page>
  );
}

function Scopes({ spaceId, scope }: { spaceId: string; scope: Subject['scope'] }) {
  const base = `/workspace/${spaceId}/activity`;
  const scopes = [
    { id: 'shared', href: base, label: t('activity.shared') },
    { id: 'my', href: `${base}/my`, label: t('activity.my') },
  ];
  return (
    <nav aria-label={t('activity.scope')} className="flex rounded-control bg-sunken p-1 ring-1 ring-line ring-inset">
      {scopes.map(({ id, href, label }) => (
        <Link
          key={id}
          href={href}
          aria-current={scope === id ? 'page' : undefined}
          className={cx(
            'flex h-8 items-center rounded-md px-3 pointer-coarse:h-10',
            scope === id ? 'bg-raised font-semibold shadow-card' : 'text-muted hover:text-fg',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

function useTitle({ spaceId, scope, directoryId, fileId }: Subject): string {
  const path = { space_id: spaceId, directory_id: directoryId ?? '' };
  const { data } = useQuery({
    queryKey: keyOf('name', spaceId, directoryId, fileId),
    queryFn: async () =>
      fileId
        ? (
            await api.get('storage/space/{space_id}/directory/{directory_id}/file/{file_id}', {
              path: { ...path, file_id: fileId },
            })
          ).file_name
        : (await api.get('storage/space/{space_id}/directory/{directory_id}/properties', { path })).name,
    enabled: directoryId !== undefined,
  });
  if (!directoryId) return scope === 'my' ? t('activity.titleMy') : t('activity.title');
  return data ? t('activity.titleOf', { name: data }) : t('activity.title');
}
