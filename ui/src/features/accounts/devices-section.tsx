import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { Device } from '~/api/types';
import { useMutation } from '~/api/use-mutation';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { t } from '~/i18n';
import { day, fullDate, when } from '~/i18n/format';
import { Button } from '~/kit/button';
import { IconButton } from '~/kit/icon-button';
import { Card } from '~/kit/layout';
import { Setting, Settings } from '~/kit/setting';
import { toast } from '~/kit/toast';
import { sayFault } from '~/page/say-fault';
import { devicesQuery, forgetDevices } from './api';
import { DeviceIcon } from './device-name';

/** Browsers that the user excepted from the second step. */
export function DevicesSection() {
  const { data, error, refetch } = useQuery(devicesQuery);
  const forget = useForget();
  return (
    <Card
      title={t('profile.devicesTitle')}
      text={t('profile.devicesText')}
      footer={
        data &&
        data.length > 1 && (
          <Button
            kind="dangerSoft"
            busy={forget.isPending}
            onClick={() => forget.mutate(data.map(({ device_id: id }) => id))}
          >
            {t('profile.forgetAll')}
          </Button>
        )
      }
    >
      {!data && !error && <RowsSkeleton rows={1} />}
      {!data && error && <Trouble error={error} retry={refetch} />}
      {data?.length === 0 && <p className="text-muted">{t('profile.noDevices')}</p>}
      {data && data.length > 0 && (
        <Settings>
          {data.map((device) => (
            <DeviceRow
              key={device.device_id}
              device={device}
              busy={forget.isPending}
              onForget={() => forget.mutate([device.device_id])}
            />
          ))}
        </Settings>
      )}
    </Card>
  );
}

const useForget = () =>
  useMutation({
    mutationFn: forgetDevices,
    onSuccess: () => void toast({ kind: 'success', title: t('profile.forgotten') }),
    onError: sayFault,
  });

function DeviceRow({ device, busy, onForget }: { device: Device; busy: boolean; onForget: () => void }) {
  const name = device.name || t('accounts.unknownDevice');
  return (
    <li className="flex items-center gap-4">
      <div className="min-w-0 flex-1">
        <Setting
          icon={<DeviceIcon name={name} />}
          title={<bdi className="truncate">{name}</bdi>}
          text={
            <>
              <bdi>{device.address}</bdi> ·{' '}
              <span title={fullDate(device.last_used)}>{t('accounts.usedAt', { when: when(device.last_used) })}</span> ·{' '}
              <span title={fullDate(device.remembered_until)}>
                {t('profile.rememberedUntil', { when: day(device.remembered_until) })}
              </span>
            </>
          }
        />
      </div>
      <IconButton label={t('profile.forgetDevice', { device: name })} disabled={busy} onClick={onForget}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </li>
  );
}
