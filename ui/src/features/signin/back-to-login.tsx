import { ArrowLeft } from 'lucide-react';
import { Link, useSearch } from 'wouter';
import { t } from '~/i18n';

/** A link to the login page that keeps the target. */
export function BackToLogin({ onClick }: { onClick?: () => void }) {
  const wanted = new URLSearchParams(useSearch()).get('redirect_to');
  return (
    <Link
      href={wanted ? `/login?redirect_to=${encodeURIComponent(wanted)}` : '/login'}
      onClick={onClick}
      className="mt-6 inline-flex min-h-11 items-center gap-2 self-center rounded-control px-3 text-muted hover:text-fg"
    >
      <ArrowLeft size={16} aria-hidden="true" className="rtl:rotate-180" />
      {t('signin.backToLogin')}
    </Link>
  );
}
