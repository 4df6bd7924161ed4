import { CalendarClock, Lock } from 'lucide-react';
import { Link } from 'wouter';
import { can, usePermissions } from '~/api/permissions';
import type { Space } from '~/api/types';
import { t } from '~/i18n';
import { day } from '~/i18n/format';
import { buttonClass } from '~/kit/button';
import { isPast } from './words';

/** Says that the plan ends or has ended, and how to go on. A coming end is shown to the owner only. */
export function PlanBanner({ space }: { space: Space }) {
  const { space_id: id, locked, plan_ends_at: end, plan_owner: owner } = space;
  const { data: permissions } = usePermissions(id);
  const over = isPast(end);
  const mayBuy = can(permissions, 'update', 'plan');
  if (!permissions || (!locked && !over && !mayBuy)) return null;
  const Icon = locked ? Lock : CalendarClock;
  const words = locked
    ? t('billing.lockedBanner')
    : over
      ? t('billing.graceBanner')
      : t('billing.endsSoon', { date: day(end ?? '') });
  return (
    <section
      aria-label={t('billing.plan')}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 bg-warning-soft px-4 py-2 sm:mx-3 sm:mb-3 sm:rounded-card min-[900px]:ms-0 print:hidden"
    >
      <Icon size={18} aria-hidden="true" className="shrink-0 text-warning" />
      <p className="min-w-0 flex-1 basis-56 text-pretty">
        {words}
        {!mayBuy && <> {owner ? t('billing.askNamed', { name: owner }) : t('billing.askOwner')}</>}
      </p>
      {mayBuy && (
        <Link
          href={`/workspace/${id}/${space.plan === 'free' ? 'status' : 'renew'}`}
          className={buttonClass('outline')}
        >
          {t('billing.renew')}
        </Link>
      )}
    </section>
  );
}
