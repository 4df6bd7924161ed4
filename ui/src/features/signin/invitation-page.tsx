import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { faultText } from '~/api/fault';
import { useMe } from '~/api/me';
import { isLoggedIn } from '~/api/session';
import { loginPath } from '~/api/target';
import type { InvitationPreview } from '~/api/types';
import { useMutation } from '~/api/use-mutation';
import { t, useLang } from '~/i18n';
import { Button, buttonClass } from '~/kit/button';
import { Notice } from '~/kit/notice';
import { Skeleton } from '~/kit/skeleton';
import { FailureState } from '~/page/failure-state';
import { signOut } from '~/page/sign-out';
import { DeadLink, isDeadLink } from './dead-link';
import { Entrance } from './entrance';
import { invitationText, useInvitation } from './invitation';
import { PersonCard } from './person-card';

/** An invitation that was handed over as a link: whoever is signed in accepts it, others sign in or make an account. */
export function InvitationPage() {
  useLang();
  const code = useSearchParams()[0].get('code') ?? '';
  const { data, error, refetch } = useInvitation(code);
  if (!code || isDeadLink(error)) return <DeadLink />;
  if (error) return <FailureState page error={error} retry={refetch} />;
  if (!data) {
    return (
      <Entrance title={t('signin.invitationTitle')}>
        <Skeleton className="mt-6 h-22 w-full rounded-card" />
      </Entrance>
    );
  }
  return (
    <Entrance title={t('signin.invitationTitle')} text={invitationText(data)}>
      {isLoggedIn() ? <AcceptForm code={code} /> : <AccountChoice code={code} invitation={data} />}
    </Entrance>
  );
}

function AcceptForm({ code }: { code: string }) {
  const { data: me, error, refetch } = useMe();
  const [leaving, setLeaving] = useState(false);
  const accept = useMutation({
    mutationFn: () => api.post('accounts/v1/invitations/accept', { body: { code } }),
    onSuccess: async ({ space_id: spaceId, guest }) => {
      await changed.spaces();
      navigate(guest ? '/Access/Workspaces' : `/workspace/${spaceId}/home`, { replace: true });
    },
  });
  const leave = async () => {
    setLeaving(true);
    await signOut(loginPath(`/invitation?code=${encodeURIComponent(code)}`));
    setLeaving(false);
  };
  if (!me && error) return <FailureState error={error} retry={refetch} />;
  return (
    <>
      {me ? <PersonCard me={me} /> : <Skeleton className="h-22 w-full rounded-card" />}
      <div className="mt-6 grid gap-3">
        {accept.error && <Notice tone="danger">{faultText(accept.error, 'signin')}</Notice>}
        <Button kind="solid" autoFocus busy={accept.isPending} onClick={() => accept.mutate()} className="h-11">
          {t('signin.acceptInvitation')}
        </Button>
        <Button kind="outline" busy={leaving} onClick={() => void leave()} className="h-11">
          {t('signin.otherAccount')}
        </Button>
      </div>
    </>
  );
}

function AccountChoice({ code, invitation: { email } }: { code: string; invitation: InvitationPreview }) {
  return (
    <div className="grid gap-3">
      <Link
        href={`/signup?${new URLSearchParams({ invitation: code, email })}`}
        className={buttonClass('solid', 'h-11')}
      >
        {t('accounts.createAccount')}
      </Link>
      <Link href={loginPath(`/invitation?code=${encodeURIComponent(code)}`)} className={buttonClass('outline', 'h-11')}>
        {t('signin.haveAccount')}
      </Link>
    </div>
  );
}
