import { ChainCheck } from '~/features/audit/chain-check';
import { t } from '~/i18n';
import { LogFrame } from './log-frame';

/** Everything that happened to accounts and what staff did, and whether the log is intact. */
export function AuditSection() {
  return (
    <LogFrame title={t('frame.audit')} scope="all">
      <ChainCheck />
    </LogFrame>
  );
}
