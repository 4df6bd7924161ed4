import { KeyRound } from 'lucide-react';
import * as v from 'valibot';
import { Link, useSearch } from 'wouter';
import { api } from '~/api/client';
import { useApiForm } from '~/api/form';
import { useSetup } from '~/api/setup';
import type { SetupInfo, LoginResult } from '~/api/types';
import { t } from '~/i18n';
import { latinDigits } from '~/i18n/format';
import { Button } from '~/kit/button';
import { PasswordField, TextField } from '~/kit/field';
import { Notice } from '~/kit/notice';
import { enter } from './enter';
import { login, oldPassword } from './rules';
import { Welcome } from './welcome';

const schema = v.object({ login, password: oldPassword });

const linkClass = 'font-semibold text-brand underline-offset-4 hover:underline';

export function LoginPage() {
  const info = useSetup().data;
  const { field, submit, busy, problem } = useApiForm({
    schema,
    values: { login: '', password: '' },
    send: async ({ login: name, password }) => {
      const body = { login: latinDigits(name.trim()), password };
      await enter(await api.post<LoginResult>('accounts/v1/users/login', body, { public: true }));
    },
  });
  return (
    <Welcome title={t('accounts.loginTitle')} text={t('accounts.loginText')}>
      <form className="grid gap-5" onSubmit={submit} noValidate>
        {info?.needed && (
          <Notice tone="warning" title={t('accounts.notSetUp')}>
            {t('accounts.notSetUpText')}
          </Notice>
        )}
        <TextField
          {...field('login')}
          label={t('accounts.login')}
          latin
          inputMode="email"
          autoComplete="username"
          autoFocus
        />
        <PasswordField {...field('password')} label={t('accounts.password')} autoComplete="current-password" />
        {problem && <Notice tone="danger">{problem}</Notice>}
        <Button type="submit" kind="solid" busy={busy} className="h-11">
          {t('accounts.signIn')}
        </Button>
      </form>
      {info && <Footer info={info} />}
    </Welcome>
  );
}

function Footer({ info }: { info: SetupInfo }) {
  const search = useSearch();
  return (
    <div className="mt-8 grid gap-3 text-muted">
      {info.signup === 'open' && (
        <p>
          {t('accounts.noAccount')}{' '}
          <Link href={search ? `/signup?${search}` : '/signup'} className={linkClass}>
            {t('accounts.signUp')}
          </Link>
        </p>
      )}
      {info.signup === 'invited' && <p>{t('accounts.byInvitation')}</p>}
      {info.https_ca && (
        <p className="flex items-center gap-2">
          <KeyRound size={16} aria-hidden="true" className="shrink-0" />
          <span>
            {t('accounts.certificateHint')}{' '}
            <Link href="/trust" className={linkClass}>
              {t('accounts.certificateLink')}
            </Link>
          </span>
        </p>
      )}
    </div>
  );
}
