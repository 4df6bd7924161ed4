import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { t, useLang } from '~/i18n';
import { IconButton } from '~/kit/icon-button';
import { guessSystem, systems, type System } from '~/kit/systems';
import { Tabs } from '~/kit/tabs';
import { PageLayout } from '~/page/page-layout';
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
      <div className="mx-auto grid max-w-4xl grid-cols-1 gap-5">
        <div className="flex items-center gap-2">
          <IconButton
            label={t('common.back')}
            onClick={() => (history.length > 1 ? history.back() : navigate('/account/settings?tab=devices'))}
            className="-ms-2"
          >
            <ArrowLeft size={20} aria-hidden="true" className="rtl:rotate-180" />
          </IconButton>
          <h1 className="text-2xl font-extrabold">{t('devices.connect')}</h1>
        </div>
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
