import { t } from '~/i18n';
import { LogFrame } from './log-frame';

/** Events of all accounts that may be an attack, for staff who help people. */
export function EventsSection() {
  return (
    <LogFrame title={t('consoleSystem.events')} scope="alarms">
      <p className="max-w-2xl text-pretty text-muted">{t('consoleSystem.eventsText')}</p>
    </LogFrame>
  );
}
