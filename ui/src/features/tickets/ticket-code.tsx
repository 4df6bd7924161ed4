import { t } from '~/i18n';
import { CopyField } from '~/kit/copy-field';

/** The code under which user and staff speak of a ticket. */
export const TicketCode = ({ code }: { code: string }) => (
  <CopyField
    label={t('tickets.code')}
    value={code}
    copyLabel={t('tickets.copyCode')}
    copiedLabel={t('tickets.copied')}
  />
);
