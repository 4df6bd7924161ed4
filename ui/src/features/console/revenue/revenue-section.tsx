import { Download, TrendingUp } from 'lucide-react';
import { useState } from 'react';
import { currentLang, num, t } from '~/i18n';
import { monthYear } from '~/i18n/format';
import { Button } from '~/kit/button';
import { currencyName, formatAmount, formatMoney } from '~/kit/money';
import { Select } from '~/kit/select';
import { State } from '~/kit/state';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { sayFault } from '~/page/say-fault';
import { SectionColumn, SectionFrame } from '../section-frame';
import { planWords } from '../workspaces/words';
import { saveRevenue, useRevenue, type Currency, type Month, type Revenue } from './api';
import { Chart } from './chart';
import { MonthTable } from './month-table';
import { byName, total } from './sums';

/** Payments and refunds of the last twelve months. */
export function RevenueSection() {
  const [currency, setCurrency] = useState<Currency | ''>('');
  const { data, error, refetch } = useRevenue(currency);
  return (
    <SectionFrame
      title={t('console.revenue')}
      actions={
        data && (
          <>
            {data.currencies.length > 1 && (
              <div className="w-36 max-sm:flex-1">
                <Select<Currency>
                  hideLabel
                  label={t('console.currency')}
                  value={data.currency}
                  options={data.currencies.map((value) => ({
                    value: value as Currency,
                    label: currencyName(value as Currency, currentLang()),
                  }))}
                  onChange={setCurrency}
                />
              </div>
            )}
            <Button
              kind="outline"
              icon={<Download size={17} aria-hidden="true" />}
              onClick={() => void saveRevenue(currency).catch(sayFault)}
            >
              {t('consoleSystem.exportPayments')}
            </Button>
          </>
        )
      }
    >
      <div className="scroll-thin min-h-0 flex-1 overflow-y-auto">
        <SectionColumn>
          {!data && (error ? <Trouble error={error} retry={refetch} /> : <RowsSkeleton rows={6} />)}
          {data && <Months revenue={data} />}
        </SectionColumn>
      </div>
    </SectionFrame>
  );
}

const card = 'overflow-hidden rounded-card bg-surface ring-1 ring-line';

function Months({ revenue: { months, currency } }: { revenue: Revenue }) {
  const sum = total(months);
  if (sum.invoices + sum.refunded === 0)
    return (
      <section className={card}>
        <State icon={<TrendingUp size={34} />} title={t('console.revenueNone')} text={t('console.revenueNoneText')} />
      </section>
    );
  return (
    <>
      <section className={card} aria-labelledby="revenue-months">
        <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line px-5 py-3.5">
          <h2 id="revenue-months" className="flex-1 font-bold">
            {t('console.revenueYear')}
          </h2>
          <p className="text-muted">
            {t('console.revenueNet')} <b className="text-lg text-fg">{formatMoney(sum.net, currency, currentLang())}</b>
          </p>
        </div>
        <Chart months={months} currency={currency} />
        <MonthTable months={months} currency={currency} />
        <p className="px-5 py-3 text-xs text-pretty text-muted">{t('console.revenueHow')}</p>
      </section>
      <Parts months={months} currency={currency} />
    </>
  );
}

const providerWords = {
  transfer: 'console.revenue_transfer',
  zarinpal: 'console.revenue_zarinpal',
  stripe: 'console.revenue_stripe',
  http: 'console.revenue_http',
  none: 'console.revenue_free',
} as const;

const providerOf = (name: string) =>
  Object.hasOwn(providerWords, name) ? t(providerWords[name as keyof typeof providerWords]) : name;

/** The same money by plan and by way of payment, of one month or of all. */
function Parts({ months, currency }: { months: readonly Month[]; currency: Currency }) {
  const [chosen, setChosen] = useState('');
  const shown = chosen ? months.filter(({ starts_at: at }) => at === chosen) : months;
  return (
    <section className={card} aria-labelledby="revenue-parts">
      <div className="flex flex-wrap items-center gap-3 border-b border-line px-5 py-2.5">
        <h2 id="revenue-parts" className="flex-1 font-bold">
          {t('console.revenueParts')}
        </h2>
        <div className="w-48">
          <Select
            hideLabel
            label={t('console.revenueMonth')}
            value={chosen}
            options={[
              { value: '', label: t('console.revenueYear') },
              ...months.toReversed().map(({ starts_at: at }) => ({ value: at, label: monthYear(at) })),
            ]}
            onChange={setChosen}
          />
        </div>
      </div>
      <div className="grid gap-x-8 md:grid-cols-2">
        <PartTable
          title={t('console.revenuePlan')}
          nameOf={planWords}
          {...{ currency }}
          parts={byName(shown, 'plans')}
        />
        <PartTable
          title={t('console.revenueProvider')}
          nameOf={providerOf}
          {...{ currency }}
          parts={byName(shown, 'providers')}
        />
      </div>
    </section>
  );
}

type PartProps = {
  title: string;
  nameOf: (name: string) => string;
  parts: ReturnType<typeof byName>;
  currency: Currency;
};

function PartTable({ title, nameOf, parts, currency }: PartProps) {
  return (
    <table className="w-full self-start text-start">
      <thead>
        <tr className="text-xs text-muted">
          <th scope="col" className="px-5 py-2.5 text-start font-medium">
            {title}
          </th>
          <th scope="col" className="px-3 text-end font-medium">
            {t('console.revenueInvoices')}
          </th>
          <th scope="col" className="px-5 text-end font-medium">
            {t('console.revenueNet')}
          </th>
        </tr>
      </thead>
      <tbody>
        {parts.length === 0 && (
          <tr className="border-t border-line">
            <td colSpan={3} className="px-5 py-3 text-muted">
              {t('console.revenueNone')}
            </td>
          </tr>
        )}
        {parts.map((part) => (
          <tr key={part.name} className="border-t border-line">
            <th scope="row" className="px-5 py-2.5 text-start font-normal">
              {nameOf(part.name)}
            </th>
            <td className="px-3 text-end">{num(part.invoices)}</td>
            <td className="px-5 text-end font-medium">{formatAmount(part.net, currency, currentLang())}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
