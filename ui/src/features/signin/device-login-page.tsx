import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import type { DeviceLogin } from '~/api/types';
import { useMutation } from '~/api/use-mutation';
import { FailureState } from '~/page/failure-state';
import { LoadingBar } from '~/page/loading-bar';
import { PageLayout } from '~/page/page-layout';
import { t, useLang } from '~/i18n';
import { fullDate } from '~/i18n/format';
import { buttonClass } from '~/kit/button';
import { Notice } from '~/kit/notice';
import { RelativeTime } from '~/page/dates/relative-time';
import { DeadLink, isDeadLink } from './dead-link';
import { ProgramSuccess, ProgramRefusal, ProgramQuestion } from './program-login';

/** A sync app that waits in this page takes its token by an address of its own kind; no other one is opened. */
async function allow(flow: string): Promise<string> {
  const { redirect } = await api.post('accounts/device-login/allow', { body: { flow } });
  if (redirect && !redirect.startsWith('nc://login/')) throw new Error('not the address of the app');
  if (redirect) location.assign(redirect);
  return redirect;
}

/** Asks the user to let a device sync their files. */
export function DeviceLoginPage() {
  useLang();
  const [flow] = useState(() => new URLSearchParams(location.search).get('flow') ?? '');
  const asked = useQuery({
    queryKey: keyOf('device-login', flow),
    queryFn: () => api.post('accounts/device-login', { body: { flow } }),
    enabled: flow !== '',
    // An answer ends it, and then it is not there any more.
    staleTime: Infinity,
    retry: false,
  });
  const allowing = useMutation({ mutationFn: allow });
  const denying = useMutation({ mutationFn: () => api.post('accounts/device-login/deny', { body: { flow } }) });
  const error = allowing.error ?? denying.error;
  if (allowing.isSuccess) return <LoginSuccess address={allowing.data} />;
  if (denying.isSuccess) return <ProgramRefusal text={t('signin.deviceDeniedText')} />;
  if (!flow || isDeadLink(asked.error) || isDeadLink(error)) return <DeadLink />;
  if (asked.error) {
    return (
      <PageLayout>
        <FailureState error={asked.error} retry={asked.refetch} />
      </PageLayout>
    );
  }
  if (!asked.data) return <LoadingBar />;
  return (
    <ProgramQuestion
      title={t('signin.deviceTitle')}
      text={t('signin.deviceText', { name: asked.data.name })}
      busy={allowing.isPending || denying.isPending}
      error={error}
      onAllow={() => allowing.mutate(flow)}
      onDeny={() => denying.mutate()}
    >
      <Facts device={asked.data} />
      {!asked.data.same_address && <Notice tone="danger">{t('signin.deviceElsewhere')}</Notice>}
      <Notice tone="warning">{t('signin.deviceWarn')}</Notice>
    </ProgramQuestion>
  );
}

function LoginSuccess({ address }: { address: string }) {
  return (
    <ProgramSuccess
      title={t('signin.deviceDoneTitle')}
      text={t('signin.deviceDoneText')}
      actions={
        address && (
          <a href={address} className={buttonClass('soft')}>
            {t('signin.desktopOpen')}
          </a>
        )
      }
    />
  );
}

/** Where the request came from. */
function Facts({ device }: { device: DeviceLogin }) {
  const system = device.system && !device.name.includes(device.system) ? ` · ${device.system}` : '';
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 rounded-card border border-line p-4">
      <dt className="text-muted">{t('signin.deviceName')}</dt>
      <dd className="min-w-0 font-medium wrap-anywhere">
        <bdi>{device.name + system}</bdi>
      </dd>
      <dt className="text-muted">{t('signin.deviceAddress')}</dt>
      <dd className="font-medium">
        <bdi>{device.address}</bdi>
      </dd>
      <dt className="text-muted">{t('signin.deviceTime')}</dt>
      <dd className="font-medium" title={fullDate(device.created_at)}>
        <RelativeTime at={device.created_at} />
      </dd>
    </dl>
  );
}
