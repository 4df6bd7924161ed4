import { Link } from 'wouter';
import { t } from '~/i18n';
import { buttonClass } from '~/kit/button';
import { PageLayout } from './page-layout';

/** Any address that leads nowhere, or nowhere for this person. */
export function NotFoundPage() {
  return (
    <PageLayout>
      <div className="mx-auto flex max-w-md flex-col items-center px-6 py-16 text-center">
        <svg viewBox="0 0 240 200" aria-hidden="true" className="mb-6 w-56 text-brand">
          <path
            d="M40 190V106c0-40 36-56 80-94 44 38 80 54 80 94v84"
            fill="none"
            stroke="currentColor"
            strokeWidth="10"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
          <rect x="66" y="138" width="48" height="52" rx="9" fill="currentColor" opacity="0.18" />
          <rect x="126" y="138" width="48" height="52" rx="9" fill="currentColor" opacity="0.18" />
          <rect
            x="96"
            y="82"
            width="48"
            height="48"
            rx="9"
            fill="none"
            stroke="currentColor"
            strokeWidth="4"
            strokeDasharray="8 8"
          />
        </svg>
        <h1 className="text-2xl font-extrabold">{t('frame.notFoundTitle')}</h1>
        <p className="mt-2 text-pretty text-muted">{t('frame.notFoundText')}</p>
        <Link href="/workspace" className={buttonClass('solid', 'mt-6')}>
          {t('frame.goHome')}
        </Link>
      </div>
    </PageLayout>
  );
}
