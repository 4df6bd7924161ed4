import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import * as v from 'valibot';
import { Link } from 'wouter';
import { api } from '~/api/client';
import { Fault } from '~/api/fault';
import { useApiForm } from '~/api/form';
import { keyOf } from '~/api/keys';
import { endSession } from '~/api/refresh';
import { isLoggedIn } from '~/api/session';
import type { Added, ResetTarget } from '~/api/types';
import { FailureState } from '~/page/failure-state';
import { LoadingBar } from '~/page/loading-bar';
import { PageLayout } from '~/page/page-layout';
import { t, useLang } from '~/i18n';
import { Button, buttonClass } from '~/kit/button';
import { PasswordField } from '~/kit/field';
import { Notice } from '~/kit/notice';
import { State } from '~/kit/state';
import { RecentAdditions } from './recent-additions';
import { DeadLink, isDeadLink } from './dead-link';
import { Entrance } from './entrance';
import { NewPasswordField } from '~/features/accounts/new-password-field';
import { newPassword } from '~/features/accounts/rules';
import { useLinkToken } from './use-link-token';

/** Chooses a new password by a mailed link. */
export function ResetPage() {
  useLang();
  const token = useLinkToken();
  const [done, setDone] = useState(false);
  const [dead, setDead] = useState<Fault | null>(null);
  const check = useQuery({
    queryKey: keyOf('reset', token),
    queryFn: () => api.post('accounts/v1/users/password/reset/check', { body: { token }, public: true }),
    enabled: token !== '',
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  if (done) return <ResetSuccess />;
  const error = dead ?? check.error;
  if (!token || isDeadLink(error)) {
    return <DeadLink late={error instanceof Fault && error.key === 'link_expired'} again="/forgot-password" />;
  }
  if (error) {
    return (
      <PageLayout>
        <FailureState page error={error} retry={check.refetch} />
      </PageLayout>
    );
  }
  if (!check.data) return <LoadingBar />;
  return <ResetForm target={check.data} token={token} onDone={() => setDone(true)} onDead={setDead} />;
}

const schema = v.pipe(
  v.object({ password: newPassword, repeat: v.string() }),
  v.forward(
    v.partialCheck(
      [['password'], ['repeat']],
      (form) => form.password === form.repeat,
      () => t('problems.passwordMismatch'),
    ),
    ['repeat'],
  ),
);

type Props = { target: ResetTarget; token: string; onDone: () => void; onDead: (fault: Fault) => void };

function ResetForm({ target: { login, added }, token, onDone, onDead }: Props) {
  const [chosen, setChosen] = useState<Added[]>([]);
  const { field, form, submit, busy, problem } = useApiForm({
    schema,
    values: { password: '', repeat: '' },
    at: { common_password: 'password', weak_password: 'password' },
    send: async ({ password }) => {
      try {
        const end = chosen.map(({ kind, id }) => ({ kind, id }));
        await api.post('accounts/v1/users/password/reset', { body: { token, password, end }, public: true });
      } catch (error) {
        if (error instanceof Fault && isDeadLink(error)) onDead(error);
        throw error;
      }
      // The server has ended every session, this one too.
      if (isLoggedIn()) endSession();
      onDone();
    },
  });
  return (
    <Entrance title={t('signin.resetTitle')} text={t('signin.resetText', { login })}>
      <form className="grid gap-5" onSubmit={submit} noValidate>
        <input type="text" autoComplete="username" value={login} readOnly hidden />
        <NewPasswordField
          {...field('password')}
          label={t('accounts.newPassword')}
          password={form.watch('password')}
          autoFocus
        />
        <PasswordField {...field('repeat')} label={t('accounts.repeatPassword')} autoComplete="new-password" />
        {added.length > 0 && <RecentAdditions added={added} chosen={chosen} onChange={setChosen} />}
        {problem && <Notice tone="danger">{problem}</Notice>}
        <Button type="submit" kind="solid" busy={busy} className="h-11">
          {t('signin.resetSave')}
        </Button>
      </form>
    </Entrance>
  );
}

function ResetSuccess() {
  return (
    <PageLayout>
      <State
        page
        alert
        icon={<CircleCheck size={36} strokeWidth={1.6} />}
        title={t('signin.resetDoneTitle')}
        text={t('signin.resetDoneText')}
        actions={
          <Link href="/login" className={buttonClass('solid')}>
            {t('signin.toLogin')}
          </Link>
        }
      />
    </PageLayout>
  );
}
