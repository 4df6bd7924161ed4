import { useQuery } from '@tanstack/react-query';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { Fault } from '~/api/fault';
import { keyOf } from '~/api/keys';
import type {
  AdminConnections,
  MailServer as GeneratedMailServer,
  OfficeLeg,
  Provider,
  ProviderSetting as GeneratedSetting,
  SMSGateway as GeneratedGateway,
  WopiServer as GeneratedWopiServer,
} from '~/api/types.gen';

export type Connections = AdminConnections;
export type MailServer = GeneratedMailServer;
export type SMSGateway = GeneratedGateway;
export type WopiServer = GeneratedWopiServer;
export type SignInProvider = Provider;
export type ProviderSetting = GeneratedSetting;
export type Source = Connections['mail']['source'];

export const useConnections = () =>
  useQuery({ queryKey: keyOf('console-connections'), queryFn: () => api.get('admin/settings/connections') });

/** What can be done with a connection. */
export interface Calls<T> {
  readonly save: (value: T) => Promise<void>;
  readonly test: (value: T) => Promise<void>;
  readonly forget: () => Promise<void>;
}

export const mailCalls: Calls<MailServer> = {
  save: async (body) => {
    await api.put('admin/settings/mail', { body });
    await changed.settings();
  },
  test: async (body) => {
    await api.post('admin/settings/mail/test', { body });
  },
  forget: async () => {
    await api.delete('admin/settings/mail');
    await changed.settings();
  },
};

export const smsCalls: Calls<SMSGateway> = {
  save: async (body) => {
    await api.put('admin/settings/sms', { body });
    await changed.settings();
  },
  test: async (body) => {
    await api.post('admin/settings/sms/test', { body });
  },
  forget: async () => {
    await api.delete('admin/settings/sms');
    await changed.settings();
  },
};

/** A step of a test that failed. */
export class LegError extends Fault {
  readonly leg: OfficeLeg['leg'];

  constructor({ leg, reason }: OfficeLeg) {
    super({ kind: 'refused', key: reason });
    this.leg = leg;
  }
}

/** Tests an office server; false when it cannot tell whether it reaches this one. */
export async function testWopi(body: WopiServer): Promise<boolean> {
  const { legs, access_checked: isChecked } = await api.post('admin/settings/wopi/test', { body });
  const failed = legs.find((leg) => !leg.passed);
  if (failed) throw new LegError(failed);
  return isChecked;
}

export const wopiCalls: Omit<Calls<WopiServer>, 'test'> = {
  save: async (body) => {
    await api.put('admin/settings/wopi', { body });
    await changed.settings();
  },
  forget: async () => {
    await api.delete('admin/settings/wopi');
    await changed.settings();
  },
};

export const providerCalls = (id: string): Calls<SignInProvider> => ({
  save: async (body) => {
    await api.put('admin/settings/providers/{id}', { path: { id }, body });
    await changed.settings();
  },
  test: async (body) => {
    await api.post('admin/settings/providers/{id}/test', { path: { id }, body });
  },
  forget: async () => {
    await api.delete('admin/settings/providers/{id}', { path: { id } });
    await changed.settings();
  },
});
