import { lazy, Suspense, type ReactNode } from 'react';
import { Redirect, useSearchParams } from 'wouter';
import { useSpace, useSpaces } from '~/api/spaces';
import type { Space } from '~/api/types';
import { FailureState } from '~/page/failure-state';
import { t, useLang, withWords } from '~/i18n';
import { Skeleton } from '~/kit/skeleton';
import { Tabs } from '~/kit/tabs';
import { Page } from '~/page/page';
import { DangerSection } from './danger-section';
import { RenameSection } from './rename-section';

const AppearanceSection = lazy(async () => ({ default: (await import('./appearance-section')).AppearanceSection }));
const AccessSection = lazy(async () => ({ default: (await import('./access-section')).AccessSection }));

const SendingCard = lazy(async () => ({
  default: (await withWords(import('~/features/summaries/sending-card'), 'summaries')).SendingCard,
}));

const TemplatesCard = lazy(async () => ({
  default: (await withWords(import('~/features/files/templates/templates-card'), 'templates')).TemplatesCard,
}));

const MovingSection = lazy(async () => ({ default: (await import('./moving-section')).MovingSection }));

const PlanSection = lazy(async () => ({
  default: (await withWords(import('~/features/billing/plan-section'), 'billing')).PlanSection,
}));

const tabs = ['general', 'appearance', 'access'] as const;
type Tab = (typeof tabs)[number];

/** The settings of a workspace. The tab is part of the address. */
export function SpaceSettingsPage({ params }: { params: { workspace_id?: string } }) {
  useLang();
  const { error, refetch } = useSpaces();
  const space = useSpace(params.workspace_id ?? '');
  const [search, setSearch] = useSearchParams();
  // Tags have a page of their own, which older addresses do not know.
  if (search.get('tab') === 'customField')
    return <Redirect to={`/workspace/${params.workspace_id}/custom-fields`} replace />;
  return (
    <Page narrow title={t('workspaces.settings')}>
      {!space && error && <FailureState error={error} retry={refetch} />}
      {!space && !error && <Skeleton className="h-64 w-full rounded-card" />}
      {space && (
        <Tabs<Tab>
          label={t('workspaces.settings')}
          value={tabs.find((tab) => tab === search.get('tab')) ?? 'general'}
          onChange={(next) => setSearch({ tab: next }, { replace: true })}
          tabs={tabs.map((value) => ({
            value,
            label: t(`workspaces.${value}`),
            content: contentOf(value, space),
          }))}
        />
      )}
    </Page>
  );
}

/** A part whose code comes by itself: several that wait in one place lose the promise of one another. */
const Part = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<Skeleton className="h-40 w-full rounded-card" />}>{children}</Suspense>
);

function contentOf(tab: Tab, space: Space): ReactNode {
  const { space_id: id } = space;
  switch (tab) {
    case 'appearance':
      return (
        <Part>
          <AppearanceSection key={id} space={space} />
        </Part>
      );
    case 'access':
      return (
        <div className="grid gap-5">
          <Part>
            <AccessSection key={id} space={space} />
          </Part>
          <Part>
            <SendingCard spaceId={id} />
          </Part>
        </div>
      );
    default:
      return (
        <div className="grid gap-5">
          <RenameSection key={id} space={space} />
          <Part>{space.plan !== null && <PlanSection spaceId={id} />}</Part>
          <Part>{!space.guest && <TemplatesCard key={id} space={space} />}</Part>
          <Part>{!space.guest && <MovingSection space={space} />}</Part>
          <DangerSection space={space} />
        </div>
      );
  }
}
