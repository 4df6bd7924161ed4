import { t } from '~/i18n';
import { cx } from '~/kit/cx';

export type LinkStatus = 'active' | 'expired' | 'spent' | 'dead';

const tones: Record<LinkStatus, string> = {
  active: 'bg-success-soft text-success',
  expired: 'bg-warning-soft text-warning',
  spent: 'bg-warning-soft text-warning',
  dead: 'bg-danger-soft text-danger',
};

export function StatusBadge({ status }: { status: LinkStatus }) {
  return (
    <span className={cx('shrink-0 rounded-full px-2.5 py-0.5 text-2xs font-semibold', tones[status])}>
      {t(`gate.${status}`)}
    </span>
  );
}
