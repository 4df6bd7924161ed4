import { KeyRound } from 'lucide-react';
import { Link, useSearch } from 'wouter';
import type { SetupInfo } from '~/api/types';
import { t } from '~/i18n';
import { linkClass } from './entrance';

/** Links for users who cannot sign in yet. */
export function LoginFooter({ info }: { info: SetupInfo }) {
  const search = useSearch();
  return (
    <div className="mt-8 grid gap-3 text-muted">
      {info.signup === 'open' && (
        <p>
          {t('accounts.noAccount')}{' '}
          <Link href={search ? `/signup?${search}` : '/signup'} className={linkClass}>
            {t('accounts.signUp')}
          </Link>
        </p>
      )}
      {info.signup === 'invited' && <p>{t('accounts.byInvitation')}</p>}
      {info.https_ca && (
        <p className="flex items-center gap-2">
          <KeyRound size={16} aria-hidden="true" className="shrink-0" />
          <span>
            {t('accounts.certificateHint')}{' '}
            <Link href="/trust" className={linkClass}>
              {t('accounts.certificateLink')}
            </Link>
          </span>
        </p>
      )}
    </div>
  );
}
