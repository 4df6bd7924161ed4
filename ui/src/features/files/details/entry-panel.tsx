import { Suspense } from 'react';
import { t } from '~/i18n';
import { Skeleton } from '~/kit/skeleton';
import { Tabs } from '~/kit/tabs';
import type { PanelProps } from './panel';
import { panelTabs } from './panel-tabs';
import { useRemarks } from './use-remarks';

type Props = PanelProps & { tab: string; onTab: (tab: string) => void };

/** The details of one entry, in tabs. */
export function EntryPanel({ tab, onTab, ...about }: Props) {
  const hasComments = (useRemarks(about.spaceId, about.entry).data?.comments.length ?? 0) > 0;
  const pages = panelTabs.filter(({ id, applies }) => applies(about.entry) && (id !== 'comments' || hasComments));
  const open = pages.find(({ id }) => id === tab) ?? pages[0];
  if (!open) return null;
  if (pages.length === 1) return <Page about={about} page={open} />;
  return (
    <Tabs
      dense
      label={t('files.details')}
      value={open.id}
      onChange={onTab}
      tabs={pages.map((page) => ({
        value: page.id,
        label: page.label(),
        content: <Page key={about.entry.id} about={about} page={page} />,
      }))}
    />
  );
}

function Page({ page: { Panel }, about }: { page: (typeof panelTabs)[number]; about: PanelProps }) {
  return (
    <Suspense fallback={<Skeleton className="h-36" />}>
      <Panel {...about} />
    </Suspense>
  );
}
