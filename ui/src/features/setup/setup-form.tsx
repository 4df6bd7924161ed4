import * as v from 'valibot';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { useSetup } from '~/api/setup';
import { Fault } from '~/api/fault';
import { useApiForm } from '~/api/form';
import { enter } from '~/features/signin/enter';
import { NewPasswordField } from '~/features/accounts/new-password-field';
import { email, filled, newPassword, personName } from '~/features/accounts/rules';
import { Entrance } from '~/features/signin/entrance';
import { useState } from 'react';
import { isolate, setLang, t, useLang } from '~/i18n';
import { dateTime } from '~/i18n/format';
import { Button } from '~/kit/button';
import { TextField } from '~/kit/field';
import { Notice } from '~/kit/notice';
import { SegmentedControl } from '~/kit/segmented-control';

const schema = v.object({
  first_name: personName,
  last_name: personName,
  email,
  password: newPassword,
  workspace_title: filled,
});

const empty = { first_name: '', last_name: '', email: '', password: '', workspace_title: '' };

export function SetupForm({ token }: { token: string }) {
  const lang = useLang();
  const info = useSetup().data;
  const [purpose, setPurpose] = useState<'team' | 'customers'>(info?.selling ? 'customers' : 'team');
  const { field, form, submit, busy, problem } = useApiForm({
    schema,
    values: empty,
    area: 'setup',
    send: async (values) => {
      const made = await api
        .post('setup', { body: { ...values, token, language: lang, selling: purpose === 'customers' }, public: true })
        .catch(async (error: unknown) => {
          // Another user was faster: the page then says so by itself.
          if (error instanceof Fault && error.key === 'setup_done') await changed.setup();
          throw error;
        });
      await setLang(lang);
      await enter(made, '/admin/first-steps');
    },
  });
  return (
    <Entrance title={t('setup.title')} text={t('setup.text')}>
      <form className="grid gap-4" onSubmit={submit} noValidate>
        <SegmentedControl
          label={t('frame.language')}
          value={lang}
          onChange={(next) => void setLang(next)}
          segments={[
            { value: 'fa-ir', label: t('frame.persian') },
            { value: 'en-us', label: t('frame.english') },
          ]}
        />
        {info?.copies_of && (
          <Notice tone="warning">
            <p className="font-medium">{t('setup.copiesTitle', { name: isolate(info.copies_of.name) })}</p>
            <p className="mt-1 text-pretty">
              {info.copies_of.until
                ? t('setup.copiesText', { time: dateTime(info.copies_of.until) })
                : t('setup.copiesEmpty')}
            </p>
          </Notice>
        )}
        <div className="grid gap-4 sm:grid-cols-2 sm:gap-3">
          <TextField {...field('first_name')} label={t('accounts.firstName')} autoComplete="given-name" />
          <TextField {...field('last_name')} label={t('accounts.lastName')} autoComplete="family-name" />
        </div>
        <TextField {...field('email')} label={t('accounts.email')} latin type="email" autoComplete="username" />
        <NewPasswordField {...field('password')} password={form.watch('password')} />
        <TextField
          {...field('workspace_title')}
          label={t('setup.spaceTitle')}
          hint={t('setup.spaceHint')}
          placeholder={t('setup.spacePlaceholder')}
          autoComplete="organization"
        />
        <div className="grid gap-1.5">
          <SegmentedControl
            label={t('setup.purpose')}
            value={purpose}
            onChange={setPurpose}
            segments={[
              { value: 'team', label: t('setup.forTeam') },
              { value: 'customers', label: t('setup.forCustomers') },
            ]}
          />
          <p aria-live="polite" className="text-xs text-pretty text-muted">
            {t(purpose === 'team' ? 'setup.forTeamHint' : 'setup.forCustomersHint')}
          </p>
        </div>
        {problem && <Notice tone="danger">{problem}</Notice>}
        <Button type="submit" kind="solid" busy={busy} className="h-11">
          {t('setup.start')}
        </Button>
      </form>
    </Entrance>
  );
}
