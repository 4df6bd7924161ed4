import { t } from '~/i18n';
import { day } from '~/i18n/format';
import { Card } from '~/kit/layout';
import type { Invoice } from './api';
import { daysOf, planTitle } from './words';

const HALF_DAY = 43_200;

/** Which part of the paid period an upgrade is for. */
export function ShareCard({ invoice, endsAt }: { invoice: Invoice; endsAt: string }) {
  const basis = invoice.lines.find(({ kind }) => kind === 'upgrade')?.basis;
  if (!basis || basis.period === 0) return null;
  const left = Math.min(1, basis.left / basis.period);
  const past = basis.period - basis.left;
  return (
    <Card title={t('billing.shareTitle')} text={t('billing.shareText', { date: day(endsAt) })}>
      <div aria-hidden="true" className="flex h-3 gap-0.5 overflow-hidden rounded-full">
        {past > HALF_DAY && <div className="bg-edge" style={{ width: `${(1 - left) * 100}%` }} />}
        <div className="flex-1 bg-brand" />
      </div>
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-xs">
        {past > HALF_DAY && <span className="text-muted">{t('billing.sharePast', { n: daysOf(past) })}</span>}
        <span className="font-medium">
          {t('billing.shareLeft', { n: daysOf(basis.left), plan: planTitle(invoice.plan) })}
        </span>
      </div>
    </Card>
  );
}
