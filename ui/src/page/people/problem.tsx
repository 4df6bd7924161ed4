import { Link } from 'wouter';
import { Fault, faultText } from '~/api/fault';
import { t } from '~/i18n';
import { Notice } from '~/kit/notice';

/** The reason why adding people was refused, with a way out if there is one. */
export function PeopleProblem({ error, area }: { error: unknown; area?: string }) {
  if (!error) return null;
  if (error instanceof Fault && error.key === 'email_not_verified') {
    return (
      <Notice tone="warning" title={t('people.unverifiedTitle')}>
        <p>{t('people.unverifiedText')}</p>
        <Link href="/auth/verify-email" className="mt-2 inline-block font-semibold text-brand hover:underline">
          {t('people.verify')}
        </Link>
      </Notice>
    );
  }
  return <Notice tone="danger">{faultText(error, area)}</Notice>;
}
