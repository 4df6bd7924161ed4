import { t } from '~/i18n';
import { CopyField } from '~/kit/copy-field';
import { Card } from '~/kit/layout';
import { Notice } from '~/kit/notice';
import { QrCode } from '~/kit/qr-code';
import type { System } from '~/kit/systems';
import { Steps, Works } from './steps';

const installs = {
  windows: 'devices.installDesktop',
  mac: 'devices.installDesktop',
  linux: 'devices.installLinux',
  android: 'devices.installAndroid',
  ios: 'devices.installIos',
} as const;

/** The apps of Nextcloud, which keep folders in step. */
export function SyncGuide({ system }: { system: System }) {
  const phone = system === 'android' || system === 'ios';
  // Under Linux the app downloads all of a folder.
  const onDemand = system === 'windows' || system === 'mac';
  const address = location.origin;
  return (
    <Card title={t('devices.syncTitle')} text={t(phone ? 'devices.syncPhoneText' : 'devices.syncText')}>
      <div className="grid grid-cols-1 gap-6 sm:grid-cols-[minmax(0,1fr)_15rem]">
        <Steps
          steps={[
            { title: t('devices.install'), text: t(installs[system]) },
            {
              title: t('devices.enterAddress'),
              text: t(phone ? 'devices.enterOnPhone' : 'devices.enterOnDesktop'),
              with: (
                <CopyField
                  hideLabel
                  label={t('devices.serverAddress')}
                  value={address}
                  copyLabel={t('devices.copyAddress')}
                  copiedLabel={t('devices.copied')}
                />
              ),
            },
            { title: t('devices.allow'), text: t('devices.allowText') },
            phone
              ? { title: t('devices.photos'), text: t('devices.photosText') }
              : { title: t('devices.chooseFolders'), text: t('devices.chooseFoldersText') },
          ]}
        />
        <div className="grid content-start gap-6">
          <div className="grid justify-items-center gap-2 text-center max-sm:hidden">
            <QrCode text={address} label={t('devices.qr')} className="size-40" />
            <p className="text-xs text-pretty text-muted">{t('devices.qrText')}</p>
          </div>
          <Works
            yes={
              phone
                ? [t('devices.viewAndUpload'), t('devices.photosWork'), t('devices.linksWork'), t('devices.wipeWorks')]
                : [
                    t('devices.bothWays'),
                    ...(onDemand ? [t('devices.onDemand')] : []),
                    t('devices.linksWork'),
                    t('devices.wipeWorks'),
                  ]
            }
            no={[...(phone || onDemand ? [] : [t('devices.onDemand')]), t('devices.noEditing'), t('devices.noSharing')]}
          />
        </div>
      </div>
      {phone && <Notice>{t('devices.notTried')}</Notice>}
    </Card>
  );
}
