import { Fingerprint } from 'lucide-react';
import * as v from 'valibot';
import { Link, useSearch } from 'wouter';
import { api } from '~/api/client';
import { signInOptions } from '~/api/device';
import { useLostSession } from '~/api/lost-session';
import { useApiForm } from '~/api/form';
import { useSetup } from '~/api/setup';
import { SubmitButton } from '~/features/captcha/submit-button';
import { useCaptcha } from '~/features/captcha/use-captcha';
import { usePasskeyLogin } from './use-passkey-login';
import { useProviders } from '~/features/providers/api';
import { ProviderButtons } from './provider-buttons';
import { t } from '~/i18n';
import { typedLogin } from '~/kit/digits';
import { Button } from '~/kit/button';
import { PasswordField, TextField } from '~/kit/field';
import { Notice } from '~/kit/notice';
import { enter } from './enter';
import { Entrance } from './entrance';
import { LoginFooter } from './login-footer';
import { login, oldPassword } from '~/features/accounts/rules';
import { useLoginReason } from './use-login-reason';

const schema = v.object({ login, password: oldPassword });

const lostTexts = { ended: 'signin.lostEnded', expired: 'signin.lostExpired', copied: 'signin.lostCopied' } as const;
const reasonTexts = { expired: 'signin.saidExpired', attempts: 'signin.saidAttempts' } as const;

export function LoginPage() {
  const info = useSetup().data;
  const reason = useLoginReason();
  const lost = useLostSession();
  const search = useSearch();
  const { share, guarded } = useCaptcha();
  const { form, field, submit, busy, problem } = useApiForm({
    schema,
    values: { login: lost?.login ?? '', password: '' },
    send: async ({ login: name, password }) => {
      const body = { login: typedLogin(name), password };
      await enter(
        await guarded((captcha) =>
          api.post('accounts/v1/users/login', { body: { ...body, captcha }, ...signInOptions() }),
        ),
      );
    },
  });
  if (info?.needed) return <Entrance title={t('accounts.notSetUp')} text={t('accounts.notSetUpText')} />;
  return (
    <Entrance title={t('accounts.loginTitle')} text={t('accounts.loginText')}>
      <form className="grid gap-5" onSubmit={submit} noValidate>
        {lost && !reason && !problem && (
          <Notice tone="warning" title={t('signin.lostTitle')}>
            {t(lostTexts[lost.reason])}
          </Notice>
        )}
        {reason && !problem && <Notice tone="warning">{t(reasonTexts[reason])}</Notice>}
        <TextField
          {...field('login')}
          label={t('accounts.login')}
          latin
          inputMode="email"
          autoComplete="username webauthn"
          autoFocus={!lost?.login}
        />
        <div className="grid gap-1.5">
          <PasswordField
            {...field('password')}
            autoFocus={Boolean(lost?.login)}
            label={t('accounts.password')}
            autoComplete="current-password"
          />
          <Link
            href={search ? `/forgot-password?${search}` : '/forgot-password'}
            state={{ login: form.watch('login') }}
            className="justify-self-end text-xs font-medium text-brand underline-offset-4 hover:underline pointer-coarse:py-2.5"
          >
            {t('signin.forgot')}
          </Link>
        </div>
        {problem && <Notice tone="danger">{problem}</Notice>}
        <SubmitButton busy={busy} share={share}>
          {t('accounts.signIn')}
        </SubmitButton>
      </form>
      <OtherWays />
      {info && <LoginFooter info={info} />}
    </Entrance>
  );
}

/** The sign-in methods beside the password, if there are any. */
function OtherWays() {
  const passkey = usePasskeyLogin();
  const providers = useProviders().data ?? [];
  if (!passkey.offered && providers.length === 0) return null;
  return (
    <section className="mt-6 grid gap-3">
      <p className="mb-3 flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('signin.or')}
      </p>
      {passkey.offered && (
        <Button
          kind="outline"
          busy={passkey.busy}
          icon={<Fingerprint size={18} aria-hidden="true" />}
          onClick={passkey.start}
          className="h-11"
        >
          {t('signin.withPasskey')}
        </Button>
      )}
      {passkey.problem && <Notice tone="danger">{passkey.problem}</Notice>}
      <ProviderButtons providers={providers} />
    </section>
  );
}
