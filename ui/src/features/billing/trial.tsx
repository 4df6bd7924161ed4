import { t } from '~/i18n';
import { day } from '~/i18n/format';
import { Notice } from '~/kit/notice';
import type { CurrentPlan, PlanList } from './api';
import { Facts } from './facts';

/** The days of grace in words, and that nothing is bought by itself. */
const afterTrial = (grace: number) => (grace > 0 ? t('billing.trialAfter', { n: grace }) : t('billing.trialAfterNow'));

/** What a trial is before it begins: its length, its price, and what follows. */
export function TrialOffer({ list }: { list: PlanList }) {
  return (
    <>
      <Facts
        rows={[
          [t('billing.trialLength'), t('billing.days', { n: list.trial_days })],
          [t('billing.trialStart'), t('billing.trialStartText')],
          [t('billing.toPay'), t('billing.free')],
        ]}
      />
      <p className="text-pretty text-muted">{afterTrial(list.grace_days)}</p>
    </>
  );
}

/** What follows a trial: from its end when it has begun, or once its workspace is created. */
export function TrialNote({ endsAt, list }: { endsAt: string | null; list: PlanList | undefined }) {
  if (!list) return null;
  return (
    <Notice>
      <p className="font-medium">
        {endsAt
          ? t('billing.trialEnds', { date: day(endsAt) })
          : t('billing.trialWaits', { days: t('billing.days', { n: list.trial_days }) })}
      </p>
      <p>{afterTrial(list.grace_days)}</p>
    </Notice>
  );
}

/** The same on the page of the plan, with the days. */
export function TrialStatus({ current: { ends_at: end, locked_at: lock } }: { current: CurrentPlan }) {
  if (!end) return null;
  return (
    <Notice>
      {lock && lock !== end
        ? t('billing.trialStatus', { date: day(end), lock: day(lock) })
        : t('billing.trialStatusNow', { date: day(end) })}
    </Notice>
  );
}
