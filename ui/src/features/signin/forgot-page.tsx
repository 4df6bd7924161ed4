import { MailOpen } from 'lucide-react';
import { useState } from 'react';
import * as v from 'valibot';
import { useHistoryState } from 'wouter/use-browser-location';
import { api } from '~/api/client';
import { useChannels } from '~/api/channels';
import { useApiForm } from '~/api/form';
import { SubmitButton } from '~/features/captcha/submit-button';
import { useCaptcha } from '~/features/captcha/use-captcha';
import { t } from '~/i18n';
import { ownDigits } from '~/i18n/format';
import { typedLogin } from '~/kit/digits';
import { Button } from '~/kit/button';
import { TextField } from '~/kit/field';
import { Notice } from '~/kit/notice';
import { ResendButton } from '~/page/resend-button';
import { useCountdown } from '~/kit/use-countdown';
import { BackToLogin } from './back-to-login';
import { WAIT } from '~/page/codes/code-entry';
import { Entrance } from './entrance';
import { email, isMobile, login, mobile } from '~/features/accounts/rules';

/** What can be reached: an address, a number, or both. */
const schemaOf = (channels: ReturnType<typeof useChannels>) =>
  v.object({ login: channels.email ? (channels.mobile ? login : email) : mobile });

function labelOf({ email, mobile }: ReturnType<typeof useChannels>) {
  if (email && mobile) return 'accounts.login';
  return email ? 'accounts.email' : 'accounts.mobile';
}

function textOf({ email, mobile }: ReturnType<typeof useChannels>) {
  if (email && mobile) return 'signin.forgotText';
  return email ? 'signin.forgotByMail' : 'signin.forgotBySms';
}

/** Sends a link to choose a new password. The answer does not reveal whether an account exists. */
export function ForgotPage() {
  const channels = useChannels();
  const typed = useHistoryState<{ login?: string } | null>()?.login ?? '';
  const [sent, setSent] = useState('');
  const { left, restart } = useCountdown(WAIT, 0);
  const { share, guarded } = useCaptcha();
  const { field, form, submit, busy, problem } = useApiForm({
    schema: schemaOf(channels),
    values: { login: typed },
    send: async (values) => {
      const name = typedLogin(values.login);
      await guarded((captcha) =>
        api.post('accounts/v1/users/password/forgot', { body: { login: name, captcha }, public: true }),
      );
      setSent(name);
      restart();
    },
  });
  const notice = problem && <Notice tone="danger">{problem}</Notice>;
  if (!channels.email && !channels.mobile) {
    return (
      <Entrance title={t('signin.forgotTitle')} text={t('signin.forgotNoWay')}>
        <BackToLogin />
      </Entrance>
    );
  }
  if (sent) {
    return (
      <Entrance
        title={t('signin.forgotSentTitle')}
        text={t('signin.forgotSentText', { login: isMobile(sent) ? ownDigits(sent) : sent })}
      >
        <form className="grid gap-5" onSubmit={submit} noValidate>
          <p role="status" className="flex items-center gap-3 text-muted">
            <MailOpen size={20} aria-hidden="true" className="shrink-0 text-brand" />
            {t('signin.forgotSentHint')}
          </p>
          {notice}
          <ResendButton left={left} type="submit" kind="soft" busy={busy} className="h-11" />
          <Button onClick={() => setSent('')}>{t('signin.forgotOther')}</Button>
        </form>
        <BackToLogin />
      </Entrance>
    );
  }
  return (
    <Entrance title={t('signin.forgotTitle')} text={t(textOf(channels))}>
      <form className="grid gap-5" onSubmit={submit} noValidate>
        <TextField
          {...field('login')}
          defaultValue={form.getValues('login')}
          label={t(labelOf(channels))}
          latin
          inputMode="email"
          autoComplete="username"
          autoFocus
        />
        {notice}
        <SubmitButton busy={busy} share={share}>
          {t('signin.forgotSend')}
        </SubmitButton>
      </form>
      <BackToLogin />
    </Entrance>
  );
}
