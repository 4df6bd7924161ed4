import { useSearchParams } from 'wouter';
import { useMe } from '~/api/me';
import { Plain } from '~/features/frame/plain';
import { t } from '~/i18n';
import { Skeleton } from '~/kit/skeleton';
import { Tabs } from '~/kit/tabs';
import { PasswordSection } from './password-section';
import { PreferencesSection } from './preferences-section';
import { ProfileSection } from './profile-section';
import { SessionsSection } from './sessions-section';

type Tab = 'general' | 'security';

/** What a person may change about themselves. The tab is part of the address. */
export function AccountPage() {
  const me = useMe().data;
  const [search, setSearch] = useSearchParams();
  const tab: Tab = search.get('tab') === 'security' ? 'security' : 'general';
  return (
    <Plain>
      <div className="mx-auto max-w-3xl">
        <h1 className="mb-5 text-2xl font-extrabold">{t('accounts.settingsTitle')}</h1>
        <Tabs<Tab>
          label={t('accounts.settingsTitle')}
          value={tab}
          onChange={(next) => setSearch({ tab: next }, { replace: true })}
          tabs={[
            {
              value: 'general',
              label: t('accounts.general'),
              content: (
                <div className="grid gap-5">
                  {me ? <ProfileSection me={me} /> : <Skeleton className="h-64 w-full rounded-card" />}
                  <PreferencesSection me={me} />
                </div>
              ),
            },
            {
              value: 'security',
              label: t('accounts.security'),
              content: (
                <div className="grid gap-5">
                  <PasswordSection username={me?.email || me?.mobile || ''} />
                  <SessionsSection />
                </div>
              ),
            },
          ]}
        />
      </div>
    </Plain>
  );
}
