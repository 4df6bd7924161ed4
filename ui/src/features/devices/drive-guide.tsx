import { KeySquare } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useSpaces } from '~/api/spaces';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { CopyField } from '~/kit/copy-field';
import { Card } from '~/kit/layout';
import { Notice } from '~/kit/notice';
import { Select } from '~/kit/select';
import type { System } from '~/kit/systems';
import { Trouble, RowsSkeleton } from '~/page/card-states';
import { Steps, Works, type Step } from './steps';

const DriveDialog = lazy(async () => ({ default: (await import('./drive-dialog')).DriveDialog }));

/** A workspace as a drive of the system, by WebDAV. */
export function DriveGuide({ system }: { system: System }) {
  const { data: spaces, error, refetch } = useSpaces();
  const [chosen, setChosen] = useState('');
  const [making, setMaking] = useState(false);
  const space = spaces?.find(({ space_id: id }) => id === chosen) ?? spaces?.[0];
  const address = `${location.origin}/dav/${space?.space_id ?? ''}/`;
  return (
    <Card title={t('devices.driveTitle')} text={t('devices.driveText')}>
      {!spaces && !error && <RowsSkeleton />}
      {!spaces && error && <Trouble error={error} retry={refetch} />}
      {spaces && !space && <p className="text-muted">{t('devices.noSpace')}</p>}
      {spaces && space && (
        <div className="grid grid-cols-1 gap-6 sm:grid-cols-[minmax(0,1fr)_15rem]">
          <Steps
            steps={[
              {
                title: t('devices.makePassword'),
                text: t('devices.makePasswordText'),
                with: (
                  <Button
                    kind="outline"
                    icon={<KeySquare size={17} aria-hidden="true" />}
                    onClick={() => setMaking(true)}
                  >
                    {t('devices.newPassword')}
                  </Button>
                ),
              },
              {
                title: t(mounts[system].title),
                text: t(mounts[system].text),
                with: (
                  <div className="grid gap-3">
                    {spaces.length > 1 && (
                      <Select
                        label={t('devices.space')}
                        value={space.space_id}
                        options={spaces.map(({ space_id: value, title: label }) => ({ value, label }))}
                        onChange={setChosen}
                      />
                    )}
                    <CopyField
                      hideLabel={spaces.length === 1}
                      label={t('devices.driveAddress')}
                      value={system === 'linux' ? address.replace(/^http/, 'dav') : address}
                      copyLabel={t('devices.copyDriveAddress')}
                      copiedLabel={t('devices.copied')}
                    />
                  </div>
                ),
              },
              ...commands(system, address),
              { title: t('devices.signIn'), text: t('devices.signInText') },
            ]}
          />
          <Works
            yes={[
              t('devices.openAndSave'),
              t('devices.toTrash'),
              ...(system === 'windows' ? [t('devices.locks')] : []),
            ]}
            no={[t('devices.noOffline'), ...(system === 'windows' ? [t('devices.windowsLimit')] : [])]}
          />
        </div>
      )}
      {location.protocol === 'http:' && system === 'windows' && (
        <Notice tone="warning">{t('devices.needsHttps')}</Notice>
      )}
      <Suspense>{making && <DriveDialog system={system} onClose={() => setMaking(false)} />}</Suspense>
    </Card>
  );
}

const mounts = {
  windows: { title: 'devices.mountWindows', text: 'devices.mountWindowsText' },
  mac: { title: 'devices.mountMac', text: 'devices.mountMacText' },
  linux: { title: 'devices.mountLinux', text: 'devices.mountLinuxText' },
  android: { title: 'devices.mountPhone', text: 'devices.mountAndroidText' },
  ios: { title: 'devices.mountPhone', text: 'devices.mountIosText' },
} as const;

const Command = ({ label, value }: { label: string; value: string }) => (
  <CopyField
    label={label}
    value={value}
    copyLabel={t('devices.copyCommand', { name: label })}
    copiedLabel={t('devices.copied')}
  />
);

/** For those who prefer a terminal. */
function commands(system: System, address: string): Step[] {
  if (system !== 'linux') return [];
  return [
    {
      title: t('devices.terminal'),
      with: (
        <div className="grid gap-3">
          <Command label="davfs2" value={`sudo mount -t davfs ${address} /mnt`} />
          <Command
            label="rclone"
            value={`rclone config create anbar webdav url=${address} vendor=other user=EMAIL pass=PASSWORD`}
          />
        </div>
      ),
    },
  ];
}
