import { t } from '~/i18n';
import { Notice } from '~/kit/notice';

/** Where a code is awaited that this server cannot send. */
export function NoCodesNotice({ kind }: { kind: 'email' | 'mobile' }) {
  return (
    <Notice tone="warning" title={t(kind === 'email' ? 'codes.noMailTitle' : 'codes.noSmsTitle')}>
      {t('codes.cannotSendText')}
    </Notice>
  );
}
