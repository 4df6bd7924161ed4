import * as v from 'valibot';
import { keyText } from '~/api/fault';
import { useApiForm } from '~/api/form';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { PasswordField } from '~/kit/field';
import { Card } from '~/kit/layout';
import { Notice } from '~/kit/notice';
import { toast } from '~/kit/toast';
import { changePassword } from './api';
import { NewPasswordField } from './new-password-field';
import { newPassword, oldPassword } from './rules';

const schema = v.pipe(
  v.object({ current_password: oldPassword, new_password: newPassword, repeat: v.string() }),
  v.forward(
    v.partialCheck(
      [['new_password'], ['repeat']],
      (form) => form.new_password === form.repeat,
      () => keyText('password_mismatch'),
    ),
    ['repeat'],
  ),
);

const empty = { current_password: '', new_password: '', repeat: '' };

export function PasswordSection({ username }: { username: string }) {
  const { field, form, submit, busy, problem } = useApiForm({
    schema,
    values: empty,
    at: { incorrect_password: 'current_password' },
    send: async (values) => {
      await changePassword(values.current_password, values.new_password);
      form.reset(empty);
      toast({ kind: 'success', title: t('accounts.passwordChanged') });
    },
  });
  return (
    <form onSubmit={submit} noValidate>
      <Card
        title={t('accounts.passwordTitle')}
        text={t('accounts.passwordText')}
        footer={
          <Button type="submit" kind="solid" busy={busy}>
            {t('accounts.changePassword')}
          </Button>
        }
      >
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          {...field('current_password')}
          label={t('accounts.currentPassword')}
          autoComplete="current-password"
        />
        <NewPasswordField
          {...field('new_password')}
          label={t('accounts.newPassword')}
          password={form.watch('new_password')}
        />
        <PasswordField {...field('repeat')} label={t('accounts.repeatPassword')} autoComplete="new-password" />
        {problem && <Notice tone="danger">{problem}</Notice>}
      </Card>
    </form>
  );
}
