import { useQuery } from '@tanstack/react-query';
import { CircleCheck, LogIn } from 'lucide-react';
import { Link } from 'wouter';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { signInOptions } from '~/api/device';
import { Fault } from '~/api/fault';
import { keyOf } from '~/api/keys';
import { isLoggedIn } from '~/api/session';
import { loginPath } from '~/api/target';
import { FailureState } from '~/page/failure-state';
import { PageLayout } from '~/page/page-layout';
import { t, useLang } from '~/i18n';
import { buttonClass } from '~/kit/button';
import { Spinner } from '~/kit/spinner';
import { State } from '~/kit/state';
import { DeadLink, isDeadLink } from './dead-link';
import { useLinkToken } from './use-link-token';

/** Proves an address by the mailed link; without a session the server may ask to sign in first. */
export function ActiveEmailPage() {
  useLang();
  const token = useLinkToken();
  const { data, error, refetch } = useQuery({
    queryKey: keyOf('active-email', token),
    queryFn: async () => {
      await api.post('accounts/v1/users/active-email', {
        body: { token },
        ...signInOptions(),
        public: !isLoggedIn(),
      });
      await changed.me();
      return true;
    },
    enabled: token !== '',
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  const home = isLoggedIn();
  if (!token || isDeadLink(error)) {
    const late = error instanceof Fault && error.key === 'link_expired';
    return <DeadLink late={late} {...(home && { again: '/auth/verify-email' })} />;
  }
  const elsewhere = error instanceof Fault && error.key === 'sign_in_first';
  return (
    <PageLayout>
      {elsewhere && (
        <State
          page
          icon={<LogIn size={34} strokeWidth={1.6} />}
          title={t('signin.elsewhereTitle')}
          text={t('signin.elsewhereText')}
          actions={
            !home && (
              <Link
                href={loginPath(`/callback/active-email?token=${encodeURIComponent(token)}`)}
                className={buttonClass('solid')}
              >
                {t('signin.toLogin')}
              </Link>
            )
          }
        />
      )}
      {error && !elsewhere && <FailureState page error={error} retry={refetch} />}
      {!error && !data && <State page icon={<Spinner className="size-8" />} title={t('signin.verifyingTitle')} />}
      {data && (
        <State
          page
          alert
          icon={<CircleCheck size={36} strokeWidth={1.6} />}
          title={t('signin.verifiedTitle')}
          text={t('signin.verifiedText')}
          actions={
            <Link href={home ? '/workspace' : '/login'} className={buttonClass('solid')}>
              {t(home ? 'signin.toFiles' : 'signin.toLogin')}
            </Link>
          }
        />
      )}
    </PageLayout>
  );
}
