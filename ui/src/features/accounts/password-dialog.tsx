import { useState } from 'react';
import * as v from 'valibot';
import { useApiForm } from '~/api/form';
import type { User } from '~/api/types';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { PasswordField } from '~/kit/field';
import { Notice } from '~/kit/notice';
import { toast } from '~/kit/toast';
import { changePassword } from './api';
import { NewPasswordField } from './new-password-field';
import { newPassword, oldPassword } from './rules';

const schemaOf = (current: v.GenericSchema<string, string>) =>
  v.pipe(
    v.object({ current_password: current, new_password: newPassword, repeat: v.string() }),
    v.forward(
      v.partialCheck(
        [['new_password'], ['repeat']],
        (form) => form.new_password === form.repeat,
        () => t('problems.passwordMismatch'),
      ),
      ['repeat'],
    ),
  );

type Props = { me: User; onClose: () => void };

/** Changes the password; users who signed in by a provider have none yet and set the first one. */
export function PasswordDialog({ me, onClose }: Props) {
  const [has] = useState(me.has_password);
  const [schema] = useState(() => schemaOf(has ? oldPassword : v.string()));
  const { field, form, submit, busy, problem } = useApiForm({
    schema,
    values: { current_password: '', new_password: '', repeat: '' },
    at: { incorrect_password: 'current_password', common_password: 'new_password', password: 'new_password' },
    send: async (values) => {
      await changePassword(values.current_password, values.new_password);
      toast({ kind: 'success', title: t(has ? 'accounts.passwordChanged' : 'profile.passwordMade') });
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(has ? 'accounts.passwordTitle' : 'profile.setPassword')}
      description={t('accounts.passwordText')}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <input type="text" autoComplete="username" value={me.email || me.mobile} readOnly hidden />
        {has && (
          <PasswordField
            {...field('current_password')}
            label={t('accounts.currentPassword')}
            autoComplete="current-password"
          />
        )}
        <NewPasswordField
          {...field('new_password')}
          label={t('accounts.newPassword')}
          password={form.watch('new_password')}
        />
        <PasswordField {...field('repeat')} label={t('accounts.repeatPassword')} autoComplete="new-password" />
        {problem && <Notice tone="danger">{problem}</Notice>}
        <div className="flex justify-end gap-2 pt-1 max-sm:flex-col-reverse">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" kind="solid" busy={busy}>
            {t(has ? 'profile.savePassword' : 'profile.setPassword')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
