import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { useMe } from '~/api/me';
import { FailureState } from '~/page/failure-state';
import { signOut } from '~/page/sign-out';
import { t, useLang } from '~/i18n';
import { Button } from '~/kit/button';
import { Skeleton } from '~/kit/skeleton';
import { Entrance } from './entrance';
import { targetHere } from './enter';
import { PersonCard } from './person-card';

/** Shows the account that was signed in: the user continues, or signs out again. */
export function WelcomePage() {
  useLang();
  const { data: me, error, refetch } = useMe();
  const [leaving, setLeaving] = useState(false);
  if (!me && error) return <FailureState page error={error} retry={refetch} />;
  const leave = async () => {
    setLeaving(true);
    await signOut();
    setLeaving(false);
  };
  return (
    <Entrance title={t('signin.welcomeTitle', { name: me?.first_name ?? '…' })} text={t('signin.welcomeText')}>
      {me ? <PersonCard me={me} /> : <Skeleton className="h-22 w-full rounded-card" />}
      <div className="mt-6 grid gap-3">
        <Button kind="solid" autoFocus onClick={() => navigate(targetHere(), { replace: true })} className="h-11">
          {t('signin.welcomeGo')}
        </Button>
        <Button kind="outline" busy={leaving} onClick={() => void leave()} className="h-11">
          {t('signin.welcomeOut')}
        </Button>
      </div>
    </Entrance>
  );
}
