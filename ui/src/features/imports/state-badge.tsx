import { t } from '~/i18n';
import { cx } from '~/kit/cx';
import type { Import } from './api';

const tones: Record<Import['state'], string> = {
  running: 'bg-brand-soft text-brand',
  waiting: 'bg-warning-soft text-warning',
  paused: 'bg-sunken text-muted',
  done: 'bg-success-soft text-success',
  failed: 'bg-danger-soft text-danger',
  cancelled: 'bg-sunken text-muted',
};

export const StateBadge = ({ state }: Pick<Import, 'state'>) => (
  <span className={cx('shrink-0 rounded-full px-2.5 py-0.5 text-xs font-semibold', tones[state])}>
    {t(`imports.state_${state}`)}
  </span>
);
