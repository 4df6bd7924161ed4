import { t } from '~/i18n';
import { cx } from '~/kit/cx';
import type { Person } from './api';
import { roleWords } from './words';

const tones = {
  calm: 'bg-sunken text-muted ring-1 ring-line',
  brand: 'bg-brand-soft text-brand',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
} as const;

export function Badge({ tone, children }: { tone: keyof typeof tones; children: string }) {
  return <span className={cx('shrink-0 rounded-md px-2 text-xs font-medium', tones[tone])}>{children}</span>;
}

/** The badges that tell a person apart from others in the list. */
export function PersonBadges({ person, hasRoleBeside }: { person: Person; hasRoleBeside?: boolean }) {
  return (
    <>
      {person.staff && !hasRoleBeside && <Badge tone="brand">{roleWords(person.staff)}</Badge>}
      {person.state !== 'active' && (
        <Badge tone={person.state === 'erasing' ? 'warning' : 'danger'}>
          {t(`consolePeople.state_${person.state}`)}
        </Badge>
      )}
      {person.unusual && <Badge tone="warning">{t('consolePeople.unusual')}</Badge>}
    </>
  );
}
