import { UserRoundX } from 'lucide-react';
import * as v from 'valibot';
import { Link, useSearch } from 'wouter';
import { api } from '~/api/client';
import { signInOptions } from '~/api/device';
import { useApiForm } from '~/api/form';
import { useSetup } from '~/api/setup';
import { SubmitButton } from '~/features/captcha/submit-button';
import { useCaptcha } from '~/features/captcha/use-captcha';
import { LoadingBar } from '~/page/loading-bar';
import { PageLayout } from '~/page/page-layout';
import { currentLang, t } from '~/i18n';
import { typedLogin } from '~/kit/digits';
import { buttonClass } from '~/kit/button';
import { TextField } from '~/kit/field';
import { Notice } from '~/kit/notice';
import { State } from '~/kit/state';
import { invitationText, useInvitation } from './invitation';
import { enter, targetHere, welcomeTo } from './enter';
import { NewPasswordField } from '~/features/accounts/new-password-field';
import { isMobile, login, newPassword, personName } from '~/features/accounts/rules';
import { Entrance, linkClass } from './entrance';

const schema = v.object({ first_name: personName, last_name: personName, login, password: newPassword });

/** Open to all, or to invited people: the server decides about the invitation. */
export function SignupPage() {
  const info = useSetup().data;
  const invitation = new URLSearchParams(useSearch()).get('invitation') ?? undefined;
  if (!info) return <LoadingBar />;
  if (info.signup === 'open' || invitation) return <SignupForm invitation={invitation} />;
  return (
    <PageLayout>
      <State
        page
        icon={<UserRoundX size={34} />}
        title={t('accounts.signupClosedTitle')}
        text={t('accounts.signupClosedText')}
        actions={
          <Link href="/login" className={buttonClass('soft')}>
            {t('accounts.signIn')}
          </Link>
        }
      />
    </PageLayout>
  );
}

function SignupForm({ invitation }: { invitation?: string }) {
  const search = useSearch();
  const { share, guarded } = useCaptcha();
  const invited = useInvitation(invitation ?? '').data;
  const { field, form, submit, busy, problem } = useApiForm({
    schema,
    values: { first_name: '', last_name: '', login: new URLSearchParams(search).get('email') ?? '', password: '' },
    at: { email: 'login', mobile: 'login', user_exists: 'login' },
    send: async ({ login: name, ...rest }) => {
      const text = typedLogin(name);
      const contact = isMobile(text) ? { mobile: text } : { email: text };
      const body = { ...rest, ...contact, invitation, language: currentLang() };
      const made = await guarded((captcha) =>
        api.post('accounts/v1/users/signup', { body: { ...body, captcha }, ...signInOptions() }),
      );
      await enter(made, welcomeTo(targetHere()));
    },
  });
  return (
    <Entrance title={t('accounts.signupTitle')} text={(invited && invitationText(invited)) || t('accounts.signupText')}>
      <form className="grid gap-5" onSubmit={submit} noValidate>
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-3">
          <TextField {...field('first_name')} label={t('accounts.firstName')} autoComplete="given-name" autoFocus />
          <TextField {...field('last_name')} label={t('accounts.lastName')} autoComplete="family-name" />
        </div>
        <TextField {...field('login')} label={t('accounts.login')} latin inputMode="email" autoComplete="username" />
        <NewPasswordField {...field('password')} password={form.watch('password')} />
        {problem && <Notice tone="danger">{problem}</Notice>}
        <SubmitButton busy={busy} share={share}>
          {t('accounts.createAccount')}
        </SubmitButton>
      </form>
      <p className="mt-8 text-muted">
        {t('accounts.haveAccount')}{' '}
        <Link href={search ? `/login?${search}` : '/login'} className={linkClass}>
          {t('accounts.signIn')}
        </Link>
      </p>
    </Entrance>
  );
}
