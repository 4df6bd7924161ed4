import { useQuery } from '@tanstack/react-query';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { keyText } from '~/api/fault';
import { keyOf } from '~/api/keys';
import { t } from '~/i18n';
import type {
  AdminConnections,
  GoogleClient as GeneratedGoogle,
  MailServer as GeneratedMailServer,
  OfficeServer as GeneratedOffice,
  OfficeTest,
  Provider,
  ProviderSetting as GeneratedSetting,
  SMSGateway as GeneratedGateway,
} from '~/api/types.gen';

export type Connections = AdminConnections;
export type MailServer = GeneratedMailServer;
export type SMSGateway = GeneratedGateway;
export type GoogleClient = GeneratedGoogle;
export type OfficeServer = GeneratedOffice;
export type SignInProvider = Provider;
export type ProviderSetting = GeneratedSetting;
export type Source = Connections['mail']['source'];

export const useConnections = () =>
  useQuery({ queryKey: keyOf('console-connections'), queryFn: () => api.get('admin/settings/connections') });

/** What can be done with a connection. */
export interface Calls<T> {
  readonly save: (value: T) => Promise<void>;
  /** What is wrong, when the test tells that without failing. */
  readonly test: (value: T) => Promise<string | void>;
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

export const googleCalls: Calls<GoogleClient> = {
  save: async (body) => {
    await api.put('admin/settings/google', { body });
    await changed.settings();
  },
  test: async (body) => {
    const { legs } = await api.post('admin/settings/google/test', { body });
    const failed = legs.find(({ passed }) => !passed);
    if (!failed) return undefined;
    const reason = keyText(failed.reason);
    return `${t(`connections.googleLeg_${failed.leg}`)}: ${reason}`;
  },
  forget: async () => {
    await api.delete('admin/settings/google');
    await changed.settings();
  },
};

const legWords = (leg: OfficeTest['legs'][number]['leg']) => t(`connections.leg_${leg}`);

/** The leg at which the test of an office server ended, and why. */
export function failedLeg(test: OfficeTest): string | undefined {
  const failed = test.legs.find((leg) => !leg.passed);
  return failed && t('connections.officeFailed', { leg: legWords(failed.leg), reason: keyText(failed.reason) });
}

export const officeCalls: Calls<OfficeServer> = {
  save: async (body) => {
    await api.put('admin/settings/onlyoffice', { body });
    await changed.settings();
  },
  test: async (body) => failedLeg(await api.post('admin/settings/onlyoffice/test', { body })),
  forget: async () => {
    await api.delete('admin/settings/onlyoffice');
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
