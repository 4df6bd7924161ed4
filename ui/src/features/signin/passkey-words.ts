import { Fault, faultText } from '~/api/fault';
import { isDismissal } from '~/api/webauthn';
import { t } from '~/i18n';

/** The message after a failed sign-in by passkey. */
export function passkeyProblem(error: unknown): string {
  if (isDismissal(error)) return t('signin.passkeyDismissed');
  if (!(error instanceof Fault)) return t('signin.passkeyDismissed');
  return error.key === 'wrong_credentials' ? t('signin.passkeyUnknown') : faultText(error);
}
