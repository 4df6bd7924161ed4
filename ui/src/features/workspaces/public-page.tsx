import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Telescope } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { faultText } from '~/api/fault';
import { keyOf } from '~/api/keys';
import type { PublicSpace } from '~/api/types';
import { FailureState } from '~/page/failure-state';
import { PageLayout } from '~/page/page-layout';
import { ListSkeleton } from '~/page/list';
import { startIn } from '~/api/visits';
import { useMutation } from '~/api/use-mutation';
import { t, useLang } from '~/i18n';
import { SpaceAvatar } from '~/page/space-avatar';
import { Button, buttonClass } from '~/kit/button';
import { SearchField } from '~/kit/search-field';
import { State } from '~/kit/state';
import { toast } from '~/kit/toast';
import { PageHead } from '~/page/page-head';
import { joinSpace, listPublic } from './api';

/** Lists the workspaces that everyone may join. */
export function PublicSpacesPage() {
  useLang();
  const [text, setText] = useState('');
  const [query, setQuery] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQuery(text.trim()), 250);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: keyOf('public-workspaces', query),
    queryFn: ({ pageParam, signal }) => listPublic(query, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ page_info: info }) => info.next ?? undefined,
    placeholderData: keepPreviousData,
  });
  const spaces = data?.pages.flatMap(({ workspaces }) => workspaces);
  return (
    <PageLayout>
      <PageHead
        back={{ label: t('workspaces.title'), to: '/workspace' }}
        title={t('workspaces.findTitle')}
        text={t('workspaces.findText')}
      />
      <div>
        <SearchField className="mb-4" label={t('workspaces.findSearch')} value={text} onChange={setText} />
        {!spaces && !error && <ListSkeleton people count={3} />}
        {!spaces && error && <FailureState error={error} retry={refetch} />}
        {spaces?.length === 0 && (
          <div data-state="empty">
            <State
              icon={<Telescope size={36} strokeWidth={1.6} />}
              title={t('workspaces.findNone')}
              text={t(query ? 'workspaces.findNoneQuery' : 'workspaces.findNoneText')}
            />
          </div>
        )}
        {spaces && spaces.length > 0 && (
          <ul className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
            {spaces.map((space) => (
              <SpaceRow key={space.space_id} space={space} />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <div className="mt-4 text-center">
            <Button kind="outline" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('people.more')}
            </Button>
          </div>
        )}
      </div>
    </PageLayout>
  );
}

function SpaceRow({ space }: { space: PublicSpace }) {
  const [, navigate] = useLocation();
  const join = useMutation({
    mutationFn: () => joinSpace(space.space_id),
    onSuccess: () => {
      toast({ kind: 'success', title: t('workspaces.joined', { title: space.title }) });
      navigate(startIn(space.space_id));
    },
    onError: (error) => void toast({ kind: 'error', title: faultText(error) }),
  });
  return (
    <li className="flex items-center gap-3 border-b border-line px-4 py-3 last:border-0">
      <SpaceAvatar space={space} className="size-10 text-lg" />
      <span className="grid min-w-0 flex-1 text-start">
        <span className="truncate font-semibold">
          <bdi>{space.title}</bdi>
        </span>
        <span className="truncate text-xs text-muted">
          {space.organization_title && <bdi>{space.organization_title} · </bdi>}
          {t('frame.members', { n: space.member_count })}
        </span>
      </span>
      {space.is_member ? (
        <Link href={startIn(space.space_id)} className={buttonClass('ghost')}>
          {t('workspaces.enter')}
        </Link>
      ) : (
        <Button
          kind="soft"
          busy={join.isPending}
          onClick={() => join.mutate()}
          aria-label={t('workspaces.joinOf', { title: space.title })}
        >
          {t('workspaces.join')}
        </Button>
      )}
    </li>
  );
}
