import { useState } from 'react';
import { useLocation } from 'wouter';
import { t, useLang } from '~/i18n';
import { guessSystem, systems, type System } from '~/kit/systems';
import { Tabs } from '~/kit/tabs';
import { PageLayout } from '~/page/page-layout';
import { PageHead } from '~/page/page-head';
import { ConnectedSection } from './connected-section';
import { DriveGuide } from './drive-guide';
import { HomeSection } from './home-section';
import { SyncGuide } from './sync-guide';

/** How each system connects: by a sync app, or as a drive. The person's own system comes first. */
export function ConnectPage() {
  useLang();
  const [, navigate] = useLocation();
  const [system, setSystem] = useState<System>(() => guessSystem(navigator.userAgent));
  return (
    <PageLayout>
      <PageHead
        back={{
          label: t('common.back'),
          to: () => (history.length > 1 ? history.back() : navigate('/account/settings?tab=devices')),
        }}
        title={t('devices.connect')}
      />
      <div className="grid max-w-4xl grid-cols-1 gap-5">
        <Tabs<System>
          label={t('devices.system')}
          value={system}
          onChange={setSystem}
          tabs={systems.map(({ system: value, label }) => ({
            value,
            label,
            content: (
              <div className="grid grid-cols-1 gap-5">
                <SyncGuide system={value} />
                <DriveGuide system={value} />
              </div>
            ),
          }))}
        />
        <HomeSection />
        <ConnectedSection below />
      </div>
    </PageLayout>
  );
}
