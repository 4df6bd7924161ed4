import { MonitorSmartphone, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { ConnectedDevice } from '~/api/types';
import { ConfirmDialog } from '~/page/people/confirm-dialog';
import { t } from '~/i18n';
import { buttonClass } from '~/kit/button';
import { Card } from '~/kit/layout';
import { Settings } from '~/kit/setting';
import { State } from '~/kit/state';
import { toast } from '~/kit/toast';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { sayFault } from '~/page/say-fault';
import { disconnectDevice, useConnectedDevices, wipeDevice } from './api';
import { DeviceRow } from './device-row';

type Asked = { what: 'disconnect' | 'wipe'; device: ConnectedDevice };

/** Sync apps and mounted drives: when each was last here, and how to cut it off. `below`: on the page that connects them. */
export function ConnectedSection({ below = false }: { below?: boolean }) {
  const { data, error, refetch } = useConnectedDevices();
  const [asked, setAsked] = useState<Asked | null>(null);
  const connect = (
    <Link href="/account/connect" className={buttonClass('solid')}>
      <Plus size={18} aria-hidden="true" />
      {t('devices.connect')}
    </Link>
  );
  if (below && data?.length === 0) return null;
  return (
    <Card title={t('devices.title')} text={t('devices.text')} footer={!below && data && data.length > 0 && connect}>
      {!data && !error && <RowsSkeleton />}
      {!data && error && <Trouble error={error} retry={refetch} />}
      {data?.length === 0 && (
        <State
          className="py-6!"
          icon={<MonitorSmartphone size={34} strokeWidth={1.6} />}
          title={t('devices.emptyTitle')}
          text={t('devices.emptyText')}
          actions={connect}
        />
      )}
      {data && data.length > 0 && (
        <Settings label={t('devices.title')}>
          {data.map((device) => (
            <DeviceRow
              key={device.token_id}
              device={device}
              onDisconnect={() => setAsked({ what: 'disconnect', device })}
              onWipe={() => setAsked({ what: 'wipe', device })}
            />
          ))}
        </Settings>
      )}
      {asked && <Question {...asked} onClose={() => setAsked(null)} />}
    </Card>
  );
}

const acts = {
  disconnect: {
    title: 'devices.disconnectTitle',
    text: 'devices.disconnectText',
    yes: 'devices.disconnect',
    done: 'devices.disconnected',
    run: disconnectDevice,
  },
  wipe: {
    title: 'devices.wipeTitle',
    text: 'devices.wipeText',
    yes: 'devices.wipeYes',
    done: 'devices.wipeAsked',
    run: wipeDevice,
  },
} as const;

function Question({ what, device, onClose }: Asked & { onClose: () => void }) {
  const its = acts[what];
  const run = () => its.run(device.token_id).then(() => void toast({ kind: 'success', title: t(its.done) }), sayFault);
  return (
    <ConfirmDialog
      title={t(its.title, { name: device.name })}
      text={t(its.text)}
      yes={t(its.yes)}
      run={run}
      onClose={onClose}
    />
  );
}
