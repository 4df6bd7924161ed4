import { useMutation } from '@tanstack/react-query';
import { MonitorCheck, MonitorX } from 'lucide-react';
import { useState } from 'react';
import { api } from '~/api/client';
import { faultText } from '~/api/fault';
import { useMe } from '~/api/me';
import { Failed } from '~/page/failed';
import { PageLayout } from '~/page/page-layout';
import { signOut } from '~/page/sign-out';
import { t, useLang } from '~/i18n';
import { Button, buttonClass } from '~/kit/button';
import { Notice } from '~/kit/notice';
import { Skeleton } from '~/kit/skeleton';
import { State } from '~/kit/state';
import { DeadLink } from './dead-link';
import { Entrance } from './entrance';
import { PersonCard } from './person-card';

interface Asked {
  name: string;
  /** The app later proves by this challenge that the request was its own. */
  challenge: string;
  state: string;
}

function askedBy(search: string): Asked | null {
  const query = new URLSearchParams(search);
  const [name = '', challenge = '', state = ''] = ['name', 'challenge', 'state'].map((key) => query.get(key)?.trim());
  return name && challenge ? { name, challenge, state } : null;
}

/** Only the app's own kind of address is opened: another one could be a script, or a foreign page. */
async function allow(asked: Asked): Promise<string> {
  const { redirect } = await api.post('accounts/v1/desktop-login', { body: asked });
  if (!redirect.startsWith('anbar://')) throw new Error('not the address of the app');
  location.assign(redirect);
  return redirect;
}

/** Asks the user to let a desktop app on this computer sign in as them. */
export function DesktopLoginPage() {
  useLang();
  const [asked] = useState(() => askedBy(location.search));
  const [denied, setDenied] = useState(false);
  const { mutate, data: address, isPending, error } = useMutation({ mutationFn: allow });
  if (!asked) return <DeadLink />;
  if (address) return <Allowed address={address} />;
  if (denied) return <Denied />;
  return (
    <Entrance title={t('signin.desktopTitle')} text={t('signin.desktopText', { name: asked.name })}>
      <div className="grid gap-5">
        <Who />
        <Notice tone="warning">{t('signin.desktopWarn')}</Notice>
        {error && <Notice tone="danger">{faultText(error)}</Notice>}
        <div className="grid gap-3">
          <Button kind="solid" busy={isPending} onClick={() => mutate(asked)} className="h-11">
            {t('signin.desktopAllow')}
          </Button>
          <Button kind="outline" disabled={isPending} onClick={() => setDenied(true)} className="h-11">
            {t('signin.desktopDeny')}
          </Button>
        </div>
        <Button onClick={() => void signOut()}>{t('signin.notYou')}</Button>
      </div>
    </Entrance>
  );
}

function Who() {
  const { data: me, error, refetch } = useMe();
  if (me) return <PersonCard me={me} />;
  return error ? <Failed error={error} retry={refetch} /> : <Skeleton className="h-22 w-full rounded-card" />;
}

function Allowed({ address }: { address: string }) {
  return (
    <PageLayout>
      <State
        page
        alert
        icon={<MonitorCheck size={36} strokeWidth={1.6} />}
        title={t('signin.desktopDoneTitle')}
        text={t('signin.desktopDoneText')}
        actions={
          <a href={address} className={buttonClass('soft')}>
            {t('signin.desktopOpen')}
          </a>
        }
      />
    </PageLayout>
  );
}

function Denied() {
  return (
    <PageLayout>
      <State
        page
        alert
        icon={<MonitorX size={36} strokeWidth={1.6} />}
        title={t('signin.desktopDeniedTitle')}
        text={t('signin.desktopDeniedText')}
      />
    </PageLayout>
  );
}
