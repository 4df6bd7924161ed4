import { lazy, Suspense, type ReactNode } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { useMe } from '~/api/me';
import type { User } from '~/api/types';
import { FailureState } from '~/page/failure-state';
import { PageLayout } from '~/page/page-layout';
import { t, useLang, withWords } from '~/i18n';
import { Skeleton } from '~/kit/skeleton';
import { Tabs } from '~/kit/tabs';
import { PageHead } from '~/page/page-head';

const GeneralTab = lazy(async () => ({
  default: (await withWords(import('./general-tab'), 'profile', 'codes', 'people')).GeneralTab,
}));
const SecurityTab = lazy(async () => ({
  default: (
    await withWords(import('./security-tab'), 'profile', 'codes', 'twofactor', 'passkeys', 'providers', 'people')
  ).SecurityTab,
}));
const DevicesTab = lazy(async () => ({
  default: (await withWords(import('./devices-tab'), 'profile', 'devices', 'people')).DevicesTab,
}));
const TokensTab = lazy(async () => ({
  default: (await withWords(import('~/features/apitokens/tokens-tab'), 'apitokens', 'dates', 'people')).TokensTab,
}));
const EventsTab = lazy(async () => ({
  default: (await withWords(import('~/features/audit/own-events'), 'audit', 'dates')).OwnEvents,
}));

const tabs = ['general', 'security', 'devices', 'tokens', 'events'] as const;
type Tab = (typeof tabs)[number];

const labels = {
  general: 'accounts.general',
  security: 'accounts.security',
  devices: 'accounts.devices',
  tokens: 'accounts.tokens',
  events: 'accounts.events',
} as const;

/** The settings of the user's account. The tab is part of the address. */
export function AccountPage() {
  useLang();
  const { data: me, error, refetch } = useMe();
  const [, navigate] = useLocation();
  const [search, setSearch] = useSearchParams();
  return (
    <PageLayout>
      <PageHead
        back={{
          label: t('common.back'),
          to: () => (history.length > 1 ? history.back() : navigate('/workspace')),
        }}
        title={t('accounts.settingsTitle')}
      />
      <div>
        {!me && error && <FailureState error={error} retry={refetch} />}
        {!me && !error && <Skeleton className="h-64 w-full rounded-card" />}
        {me && (
          <Tabs<Tab>
            beside
            label={t('accounts.settingsTitle')}
            value={tabs.find((tab) => tab === search.get('tab')) ?? 'general'}
            onChange={(next) => setSearch({ tab: next }, { replace: true })}
            tabs={tabs.map((value) => ({
              value,
              label: t(labels[value]),
              content: (
                <Suspense fallback={<Skeleton className="h-64 w-full rounded-card" />}>{contentOf(value, me)}</Suspense>
              ),
            }))}
          />
        )}
      </div>
    </PageLayout>
  );
}

function contentOf(tab: Tab, me: User): ReactNode {
  switch (tab) {
    case 'security':
      return <SecurityTab me={me} />;
    case 'devices':
      return <DevicesTab />;
    case 'tokens':
      return <TokensTab />;
    case 'events':
      return <EventsTab />;
    default:
      return <GeneralTab me={me} />;
  }
}
