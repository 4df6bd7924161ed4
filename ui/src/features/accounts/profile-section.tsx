import * as v from 'valibot';
import { useApiForm } from '~/api/form';
import type { User } from '~/api/types';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { TextField } from '~/kit/field';
import { Card } from '~/kit/layout';
import { Notice } from '~/kit/notice';
import { toast } from '~/kit/toast';
import { saveMe } from '~/api/save-me';
import { AvatarField } from './avatar-field';
import { personName } from './rules';

const schema = v.object({ first_name: personName, last_name: personName });

/** How others see the user: picture and names. */
export function ProfileSection({ me }: { me: User }) {
  const { field, form, submit, busy, dirty, problem } = useApiForm({
    schema,
    values: { first_name: me.first_name, last_name: me.last_name },
    send: async (names) => {
      await saveMe(names);
      form.reset(names);
      toast({ kind: 'success', title: t('common.saved') });
    },
  });
  return (
    <form onSubmit={submit} noValidate>
      <Card
        title={t('accounts.profileTitle')}
        text={t('accounts.profileText')}
        footer={
          <Button type="submit" kind="solid" busy={busy} disabled={!dirty}>
            {t('common.save')}
          </Button>
        }
      >
        <AvatarField me={me} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...field('first_name')} label={t('accounts.firstName')} autoComplete="given-name" />
          <TextField {...field('last_name')} label={t('accounts.lastName')} autoComplete="family-name" />
        </div>
        {problem && <Notice tone="danger">{problem}</Notice>}
      </Card>
    </form>
  );
}
