import { t } from '~/i18n';
import { Card } from '~/kit/layout';
import { EventList } from './event-list';
import { ExportButton } from './export-button';

/** Security events of the user's own account. */
export function OwnEvents() {
  return (
    <Card title={t('audit.ownTitle')} text={t('audit.ownText')} footer={<ExportButton scope="own" />}>
      <EventList scope="own" />
    </Card>
  );
}
