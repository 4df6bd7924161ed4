import { CircleCheck, Link2Off } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useSearch } from 'wouter';
import { useSetup } from '~/api/setup';
import { LoadingBar } from '~/page/loading-bar';
import { PageLayout } from '~/page/page-layout';
import { t } from '~/i18n';
import { buttonClass } from '~/kit/button';
import { State } from '~/kit/state';
import { SetupForm } from './setup-form';

function SetupNotice(props: { icon: ReactNode; title: string; text: string; login?: boolean }) {
  const actions = props.login && (
    <Link href="/login" className={buttonClass('solid')}>
      {t('setup.toLogin')}
    </Link>
  );
  return (
    <PageLayout>
      <State page icon={props.icon} title={props.title} text={props.text} actions={actions} />
    </PageLayout>
  );
}

/** The first page of a new server: it works once, with the link that the server printed. */
export function SetupPage() {
  const { data: info, error } = useSetup();
  const token = new URLSearchParams(useSearch()).get('token');
  if (!info && !error) return <LoadingBar />;
  if (info && !info.needed) {
    return (
      <SetupNotice login icon={<CircleCheck size={34} />} title={t('setup.doneTitle')} text={t('setup.doneText')} />
    );
  }
  if (!token)
    return <SetupNotice icon={<Link2Off size={34} />} title={t('setup.noToken')} text={t('setup.noTokenText')} />;
  return <SetupForm token={token} />;
}
