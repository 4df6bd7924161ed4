import { useState } from 'react';
import { useLocation } from 'wouter';
import { Fault, faultText, fieldTexts } from '~/api/fault';
import { num, t } from '~/i18n';
import { day, percent } from '~/i18n/format';
import { Button } from '~/kit/button';
import { cx } from '~/kit/cx';
import { Card } from '~/kit/layout';
import { Notice } from '~/kit/notice';
import { NumberField } from '~/kit/number-field';
import { SegmentedControl } from '~/kit/segmented-control';
import { Skeleton } from '~/kit/skeleton';
import { Trouble } from '~/page/card-states';
import { PageHead } from '~/page/page-head';
import {
  pay,
  readInvoice,
  useBuyer,
  type CurrentPlan,
  type Invoice,
  type Party,
  type Period,
  type Plan,
  type PlanList,
  type Provider,
} from './api';
import { completeBuyer } from './buyer';
import { BuyerCard } from './buyer-card';
import { DiscountField } from './discount-field';
import { InvoiceLines } from './invoice-lines';
import { ProviderChoice } from './provider-choice';
import { ShareCard } from './share-card';
import { Steps } from './steps';
import { TrialOffer } from './trial';
import { useDraft } from './use-draft';
import { GIB, isPaid, money, planTitle, range, sizeOf } from './words';

type Props = {
  intent: 'create' | 'renew' | 'upgrade';
  list: PlanList;
  plan: Plan;
  current?: CurrentPlan;
  spaceId?: string;
  search: URLSearchParams;
};

const MOST_USERS = 100_000;
const MOST_EXTRA = 1_048_576;

function titleOf({ intent, plan, current }: Props, trial: boolean): string {
  const name = { plan: planTitle(plan) };
  if (trial) return t('billing.trialTitle', name);
  if (intent === 'create') return t('billing.orderTitle', name);
  if (intent === 'renew') return t('billing.renewTitle', name);
  return current?.plan.name === plan.name ? t('billing.enlargeTitle', name) : t('billing.upgradeTitle', name);
}

/** The number of people to begin with. */
function usersAtFirst({ intent, plan, current, search }: Props): number {
  if (intent === 'renew') return current?.users_count ?? 1;
  const bought = current && isPaid(current) ? current.users_count : 1;
  const least = Math.max(plan.min_users_to_activate, current?.members ?? 1, bought);
  const asked = Number(search.get('users')) || 0;
  // An upgrade of the same plan is one only with more people, or more storage.
  const more = current && isPaid(current) && current.plan.name === plan.name && asked <= bought ? bought + 1 : asked;
  return Math.min(Math.max(least, more), plan.max_users_to_activate || MOST_USERS);
}

/** The extra storage that an order must have: an upgrade may not hold less than the plan before. */
function extraAtLeast({ intent, plan, current }: Props): number {
  if (!current || intent === 'create') return 0;
  if (intent === 'upgrade' && !isPaid(current)) return 0;
  if (intent === 'renew') return current.extra_storage;
  return Math.max(0, Math.ceil(current.extra_storage + (current.plan.storage - plan.storage) / GIB));
}

/** The order of a plan with its live invoice. */
export function OrderForm(props: Props) {
  const { intent, list, plan, current, spaceId, search } = props;
  const [, navigate] = useLocation();
  const trial = intent === 'create' && search.get('trial') === '1' && list.may_try;
  const paid = current?.status === 'active';
  const [users, setUsers] = useState(usersAtFirst(props));
  const leastExtra = extraAtLeast(props);
  const [extra, setExtra] = useState(leastExtra);
  const [period, setPeriod] = useState<Period>(
    (search.get('period') ?? current?.period) === 'monthly' ? 'monthly' : 'yearly',
  );
  const [code, setCode] = useState('');
  const kept = useBuyer(spaceId);
  const known = kept.data;
  const [edited, setEdited] = useState<Party>();
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [provider, setProvider] = useState<Provider>();
  const [paying, setPaying] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const draft = useDraft({
    intent,
    plan_id: plan.plan_id ?? '',
    ...(spaceId && { space_id: spaceId }),
    users_count: users,
    extra_storage: extra,
    // In the middle of a paid period an upgrade lasts as long as that.
    ...(!(intent === 'upgrade' && paid) && { period }),
    ...(trial && { trial }),
    ...(code && { discount_code: code }),
  });
  const { invoice } = draft;

  const begin = async (of: Invoice) => {
    setPaying(true);
    setProblem(null);
    try {
      const begun = await pay(of, edited ?? known, provider);
      if (begun) navigate(`/payment/${begun.payment_id}`);
    } catch (error) {
      setPaying(false);
      const texts = fieldTexts(error);
      setProblems(texts);
      setProblem(Object.keys(texts).length > 0 ? t('billing.buyerWrong') : faultText(error));
      if (!(error instanceof Fault) || error.key !== 'price_changed') return;
      const now = await readInvoice(of.payment_id).catch(() => null);
      if (!now) return;
      draft.show(now);
      setProblem(t('billing.priceChanged', { sum: money(now.total, now.currency) }));
    }
  };

  const people = t('billing.people');
  const limits = range(plan);
  return (
    <>
      <PageHead
        back={{ label: t('billing.plans'), to: spaceId ? `/plans?space=${spaceId}` : '/plans' }}
        title={titleOf(props, trial)}
      />
      <Steps at={1} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_25rem]">
        <div className="grid gap-5">
          <Card>
            {intent === 'renew' ? (
              <p>{t('billing.usersFixed', { n: users })}</p>
            ) : (
              <NumberField
                label={people}
                hint={
                  current
                    ? t('billing.usersNow', { n: current.members, range: limits })
                    : t('billing.usersHint', { range: limits })
                }
                value={users}
                min={Math.max(
                  plan.min_users_to_activate,
                  current && isPaid(current) ? current.users_count : (current?.members ?? 1),
                )}
                max={plan.max_users_to_activate || MOST_USERS}
                show={(n) => num(n)}
                onChange={setUsers}
                fewer={t('billing.fewer', { label: people })}
                more={t('billing.more', { label: people })}
              />
            )}
            {!trial && intent !== 'renew' && (
              <>
                <hr className="border-line" />
                <NumberField
                  label={t('billing.extra')}
                  hint={t('billing.extraHint', {
                    size: sizeOf(plan.storage),
                    sum: money(plan.extra_storage_per_gig_price, list.currency),
                  })}
                  value={extra}
                  min={leastExtra}
                  max={MOST_EXTRA}
                  step={10}
                  unit={t('common.gigabyte')}
                  show={(n) => num(n)}
                  onChange={setExtra}
                  fewer={t('billing.fewer', { label: t('billing.extra') })}
                  more={t('billing.more', { label: t('billing.extra') })}
                />
              </>
            )}
            {!trial && !(intent === 'upgrade' && paid) && (
              <>
                <hr className="border-line" />
                <SegmentedControl
                  label={t('billing.period')}
                  value={period}
                  onChange={setPeriod}
                  segments={[
                    { value: 'monthly', label: t('billing.monthly') },
                    { value: 'yearly', label: t('billing.yearlyLess', { share: percent(list.yearly_discount / 100) }) },
                  ]}
                />
              </>
            )}
            {intent === 'renew' && current?.ends_at && current.status !== 'expired' && (
              <Notice>{t('billing.renewFrom', { date: day(current.ends_at) })}</Notice>
            )}
          </Card>
          {intent === 'upgrade' && paid && current?.ends_at && invoice && (
            <ShareCard invoice={invoice} endsAt={current.ends_at} />
          )}
          {!trial && !known && kept.error && <Trouble error={kept.error} retry={kept.refetch} />}
          {!trial && !known && !kept.error && <Skeleton className="h-40 w-full rounded-card" />}
          {!trial && known && (
            <BuyerCard
              buyer={completeBuyer(edited ?? known)}
              problems={problems}
              onChange={(buyer) => {
                setEdited(buyer);
                setProblems({});
              }}
            />
          )}
        </div>
        <section
          aria-labelledby="invoice"
          className="grid gap-4 rounded-card border border-line bg-surface p-5 sm:p-6 lg:sticky lg:top-4"
        >
          <h2 id="invoice" className="text-base font-bold">
            {t(trial ? 'billing.trial' : 'billing.invoice')}
          </h2>
          {!trial && (
            <DiscountField
              applied={invoice?.discount_code ?? ''}
              error={draft.codeError ? faultText(draft.codeError) : undefined}
              busy={draft.busy}
              onApply={setCode}
            />
          )}
          {draft.error !== null && <Notice tone="danger">{faultText(draft.error)}</Notice>}
          {!invoice && draft.error === null && <Skeleton className="h-40 w-full" />}
          {invoice && (
            <div aria-live="polite" aria-busy={draft.busy} className={cx('grid gap-4', draft.busy && 'opacity-60')}>
              {trial ? <TrialOffer list={list} /> : <InvoiceLines invoice={invoice} total={t('billing.toPay')} />}
            </div>
          )}
          {invoice?.providers.length === 0 && <Notice tone="warning">{t('billing.payNone')}</Notice>}
          {invoice && <ProviderChoice invoice={invoice} value={provider} onChange={setProvider} />}
          {problem && <Notice tone="warning">{problem}</Notice>}
          <Button
            kind="solid"
            className="h-11"
            busy={paying}
            disabled={!invoice || draft.busy || (!trial && !known) || invoice.providers.length === 0}
            onClick={() => invoice && void begin(invoice)}
          >
            {invoice && invoice.total > 0
              ? t('billing.pay', { sum: money(invoice.total, invoice.currency) })
              : t(trial ? 'billing.trialBegin' : 'billing.payNothing')}
          </Button>
          {intent === 'upgrade' && <p className="text-center text-xs text-muted">{t('billing.payAfter')}</p>}
        </section>
      </div>
    </>
  );
}
