import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import type { Growth } from '~/api/types.gen';
import { t } from '~/i18n';
import { when } from '~/i18n/format';
import { ScrollArea } from '~/kit/scroll-area';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { SectionColumn, SectionFrame } from '../section-frame';
import { GrowthTable, type GrowthRow } from './growth-table';
import { fullWords, kindWords } from './growth-words';
import { WorkspaceKinds } from './workspace-kinds';

/** How the storage grows, by workspace and by kind of files, and when workspaces are full. */
export function GrowthSection() {
  const { data, error, refetch } = useQuery({
    queryKey: keyOf('console-growth'),
    queryFn: () => api.get('admin/growth'),
    refetchInterval: ({ state }) => (state.data?.at === null ? 2000 : false),
  });
  const title = t('consoleGrowth.title');
  return (
    <SectionFrame
      title={title}
      actions={data?.at && <span className="text-sm text-muted">{t('consoleGrowth.at', { time: when(data.at) })}</span>}
    >
      <ScrollArea label={title}>
        <SectionColumn>
          {!data && (error ? <Trouble error={error} retry={refetch} /> : <RowsSkeleton rows={6} />)}
          {data && !data.at && <p className="text-sm text-muted">{t('consoleGrowth.notYet')}</p>}
          {data?.at && <Tables growth={data} at={data.at} />}
        </SectionColumn>
      </ScrollArea>
    </SectionFrame>
  );
}

function Tables({ growth: { count, workspaces, kinds }, at }: { growth: Growth; at: string }) {
  const now = new Date(at).getTime();
  const ofWorkspaces = workspaces.map((one): GrowthRow => ({
    ...one,
    key: one.space_id,
    name: (
      <Link href={`/admin/workspaces?workspace=${one.space_id}`} className="text-brand hover:underline">
        <bdi>{one.title}</bdi>
      </Link>
    ),
    full: fullWords(one, now),
    parts: <WorkspaceKinds spaceId={one.space_id} title={one.title} />,
    isUrgent: one.state === 'full' || (one.full_latest !== null && one.full_latest <= 14),
  }));
  const ofKinds = kinds.map((one): GrowthRow => ({ ...one, key: one.kind, name: kindWords(one.kind) }));
  return (
    <>
      <p className="max-w-3xl text-sm text-pretty text-muted">{t('consoleGrowth.text')}</p>
      {workspaces.length > 0 && (
        <Block id="growth-workspaces" title={t('consoleGrowth.byWorkspace')}>
          <GrowthTable label="growth-workspaces" rows={ofWorkspaces} hasLimit />
          {count > workspaces.length && (
            <p className="border-t border-line px-5 py-3 text-sm text-muted">
              {t('consoleGrowth.more', { n: count - workspaces.length })}
            </p>
          )}
        </Block>
      )}
      <Block id="growth-kinds" title={t('consoleGrowth.byKind')}>
        <GrowthTable label="growth-kinds" rows={ofKinds} />
      </Block>
    </>
  );
}

const Block = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section className="overflow-hidden rounded-card bg-surface ring-1 ring-line">
    <h2 id={id} className="border-b border-line px-5 py-3.5 font-bold">
      {title}
    </h2>
    {children}
  </section>
);
