import * as v from 'valibot';
import { Link } from 'wouter';
import { useApiForm } from '~/api/form';
import { fullName } from '~/api/me';
import type { User } from '~/api/types';
import { t } from '~/i18n';
import { Avatar } from '~/kit/avatar';
import { Button } from '~/kit/button';
import { TextField } from '~/kit/field';
import { Card } from '~/kit/layout';
import { Notice } from '~/kit/notice';
import { toast } from '~/kit/toast';
import { saveProfile } from './api';
import { personName } from './rules';

const schema = v.object({ first_name: personName, last_name: personName });

export function ProfileSection({ me }: { me: User }) {
  const { field, form, submit, busy, dirty, problem } = useApiForm({
    schema,
    values: { first_name: me.first_name, last_name: me.last_name },
    send: async (names) => {
      await saveProfile(names);
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
        <div className="flex items-center gap-4">
          <Avatar name={fullName(me)} src={me.avatar} className="size-14 text-xl" />
          <div className="min-w-0">
            <p className="truncate font-bold">
              <bdi>{fullName(me)}</bdi>
            </p>
            <p className="truncate text-muted">
              <bdi>{me.email || me.mobile}</bdi>
            </p>
            {me.email && !me.is_email_validated && (
              <p className="mt-1 flex flex-wrap items-center gap-x-2">
                <span className="rounded-full bg-warning-soft px-2 text-2xs leading-5">{t('accounts.unverified')}</span>
                <Link href="/auth/verify-email" className="text-brand hover:underline pointer-coarse:py-2.5">
                  {t('accounts.verifyNow')}
                </Link>
              </p>
            )}
          </div>
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...field('first_name')} label={t('accounts.firstName')} autoComplete="given-name" />
          <TextField {...field('last_name')} label={t('accounts.lastName')} autoComplete="family-name" />
        </div>
        {problem && <Notice tone="danger">{problem}</Notice>}
      </Card>
    </form>
  );
}
