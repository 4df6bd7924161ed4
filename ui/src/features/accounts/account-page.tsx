import { ArrowLeft } from 'lucide-react';
import { useLocation, useSearchParams } from 'wouter';
import { useMe } from '~/api/me';
import { Failed } from '~/features/frame/failed';
import { Plain } from '~/features/frame/plain';
import { t } from '~/i18n';
import { IconButton } from '~/kit/icon-button';
import { Skeleton } from '~/kit/skeleton';
import { Tabs } from '~/kit/tabs';
import { PasswordSection } from './password-section';
import { PreferencesSection } from './preferences-section';
import { ProfileSection } from './profile-section';
import { SessionsSection } from './sessions-section';

type Tab = 'general' | 'security';

/** What a person may change about themselves. The tab is part of the address. */
export function AccountPage() {
  const { data: me, error, refetch } = useMe();
  const [, navigate] = useLocation();
  const [search, setSearch] = useSearchParams();
  const tab: Tab = search.get('tab') === 'security' ? 'security' : 'general';
  return (
    <Plain>
      <div className="mx-auto max-w-3xl">
        <div className="mb-5 flex items-center gap-2">
          <IconButton
            label={t('common.back')}
            onClick={() => (history.length > 1 ? history.back() : navigate('/workspace'))}
            className="-ms-2"
          >
            <ArrowLeft size={20} aria-hidden="true" className="rtl:rotate-180" />
          </IconButton>
          <h1 className="text-2xl font-extrabold">{t('accounts.settingsTitle')}</h1>
        </div>
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
                  {me && <ProfileSection me={me} />}
                  {!me && error && <Failed error={error} retry={refetch} />}
                  {!me && !error && <Skeleton className="h-64 w-full rounded-card" />}
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
