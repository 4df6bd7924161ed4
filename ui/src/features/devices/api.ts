import { useQuery } from '@tanstack/react-query';
import type { Body } from '~/api/calls';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import type { ConnectedDevice } from '~/api/types';

/** Sync apps and mounted drives. */
export const useConnectedDevices = () =>
  useQuery({
    queryKey: keyOf('connected-devices'),
    queryFn: async () => (await api.get('accounts/connected-devices')).devices,
  });

/** The only time that the password of a drive can be read. */
export async function connectDrive(body: Body<'POST accounts/connected-devices'>): Promise<ConnectedDevice> {
  const made = await api.post('accounts/connected-devices', { body });
  await changed.connectedDevices();
  return made;
}

export async function disconnectDevice(token_id: string) {
  await api.delete('accounts/connected-devices/{token_id}', { path: { token_id } });
  await changed.connectedDevices();
}

export async function wipeDevice(token_id: string) {
  await api.post('accounts/connected-devices/{token_id}/wipe', { path: { token_id } });
  await changed.connectedDevices();
}

/** The id of the workspace whose My Drive is the top folder of sync apps; null without one. */
export const useDeviceHome = () =>
  useQuery({
    queryKey: keyOf('device-home'),
    queryFn: async () => (await api.get('accounts/connected-devices/home')).space_id,
  });

export async function chooseDeviceHome(space_id: string) {
  await api.put('accounts/connected-devices/home', { body: { space_id } });
  await changed.deviceHome();
}
