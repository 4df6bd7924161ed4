import { useLocation } from 'wouter';
import { t } from '~/i18n';
import { Select } from '~/kit/select';
import type { LinkStatus } from './status-badge';

type Props = { statuses: readonly LinkStatus[]; value: LinkStatus | null };

/** Shows only the links or boxes of one status; the address of the page keeps the choice. */
export function StatusFilter({ statuses, value }: Props) {
  const [path, navigate] = useLocation();
  return (
    <div className="w-full sm:w-52">
      <Select
        hideLabel
        label={t('gate.status')}
        value={value ?? 'all'}
        options={[
          { value: 'all', label: t('gate.anyStatus') },
          ...statuses.map((status) => ({ value: status, label: t(`gate.${status}`) })),
        ]}
        onChange={(next) => navigate(next === 'all' ? path : `${path}?status=${next}`, { replace: true })}
      />
    </div>
  );
}
