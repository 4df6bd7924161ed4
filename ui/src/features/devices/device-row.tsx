import { HardDrive, Laptop, Smartphone } from 'lucide-react';
import type { ConnectedDevice } from '~/api/types';
import { Badge } from '~/page/people/person';
import { t } from '~/i18n';
import { fullDate, when } from '~/i18n/format';
import { Button } from '~/kit/button';
import { Setting } from '~/kit/setting';
import { programOf } from './client-words';

function Icon({ device: { client, system } }: { device: ConnectedDevice }) {
  if (system === 'Android' || system === 'iOS') return <Smartphone size={20} />;
  return client === 'nextcloud_desktop' ? <Laptop size={20} /> : <HardDrive size={20} />;
}

type Props = { device: ConnectedDevice; onDisconnect: () => void; onWipe: () => void };

export function DeviceRow({ device, onDisconnect, onWipe }: Props) {
  const { name, wipe_asked_at: asked, wiped_at: wiped } = device;
  return (
    <li>
      <Setting
        icon={<Icon device={device} />}
        title={<bdi className="min-w-0 truncate">{name}</bdi>}
        badges={
          <>
            {asked && !wiped && <Badge tone="danger">{t('devices.waitsForWipe')}</Badge>}
            {wiped && <Badge tone="success">{t('devices.isWiped')}</Badge>}
            {!asked && !device.may_write && <Badge>{t('devices.reads')}</Badge>}
          </>
        }
        text={
          <>
            <bdi>{programOf(device)}</bdi> · <LastSync device={device} />
          </>
        }
        actions={
          <>
            <Button kind="outline" aria-label={t('devices.disconnectOf', { name })} onClick={onDisconnect}>
              {t(asked ? 'devices.remove' : 'devices.disconnect')}
            </Button>
            {device.can_wipe && !asked && (
              <Button kind="dangerSoft" aria-label={t('devices.wipeOf', { name })} onClick={onWipe}>
                {t('devices.wipe')}
              </Button>
            )}
          </>
        }
      />
    </li>
  );
}

function LastSync({ device: { last_sync: at, wiped_at: wiped, address } }: { device: ConnectedDevice }) {
  if (wiped) return <span title={fullDate(wiped)}>{t('devices.wipedAt', { when: when(wiped) })}</span>;
  if (!at) return <span>{t('devices.neverSynced')}</span>;
  return (
    <>
      <span title={fullDate(at)}>{t('devices.lastSync', { when: when(at) })}</span> · <bdi>{address}</bdi>
    </>
  );
}
