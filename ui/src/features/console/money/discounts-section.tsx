import { Plus, TicketPercent } from 'lucide-react';
import { useEffect, useState } from 'react';
import { currentLang, isRtl, num, t } from '~/i18n';
import { day } from '~/i18n/format';
import { Button } from '~/kit/button';
import { cx } from '~/kit/cx';
import { formatMoney, type Currency } from '~/kit/money';
import { Setting, Settings } from '~/kit/setting';
import { State } from '~/kit/state';
import { toast } from '~/kit/toast';
import { RowsSkeleton, Trouble } from '~/page/card-states';
import { sayFault } from '~/page/say-fault';
import { saveDiscount, useAdminPlans, useDiscounts, useSelling, type AdminPlan, type Discount } from '../api';
import { DiscountDialog } from './discount-dialog';
import { sameTerms, stateOf } from './discount-draft';
import { useMayChange } from '../use-rights';
import { SectionColumn, SectionFrame } from '../section-frame';
import { planTitle } from '../words';

/** The discount codes, the newest first. */
export function DiscountsSection() {
  const discounts = useDiscounts();
  const plans = useAdminPlans();
  const selling = useSelling();
  const [edited, setEdited] = useState<Discount | 'new' | null>(null);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = discounts;
  // A new code must not be one that is on a later page.
  const wantsAll = edited === 'new' && hasNextPage && !isFetchingNextPage;
  useEffect(() => {
    if (wantsAll) void fetchNextPage();
  }, [wantsAll, fetchNextPage]);
  const mayChange = useMayChange('money');
  const make = mayChange && (
    <Button kind="solid" icon={<Plus size={18} aria-hidden="true" />} onClick={() => setEdited('new')}>
      {t('console.newCode')}
    </Button>
  );
  const failed = [discounts, plans, selling].find(({ error }) => error);
  const ready = discounts.data && plans.data && selling.data;
  return (
    <SectionFrame title={t('console.discounts')} actions={ready && discounts.data.length > 0 && make}>
      <div className="scroll-thin min-h-0 flex-1 overflow-y-auto">
        <SectionColumn>
          {!ready && (failed ? <Trouble error={failed.error} retry={failed.refetch} /> : <RowsSkeleton rows={4} />)}
          {ready && discounts.data.length === 0 && (
            <State
              icon={<TicketPercent size={34} />}
              title={t('console.noCodes')}
              text={t('console.noCodesText')}
              actions={make}
            />
          )}
          {ready && discounts.data.length > 0 && (
            <div className="py-4">
              <Settings label={t('console.discounts')}>
                {discounts.data.map((discount) => (
                  <Row
                    key={discount.code}
                    discount={discount}
                    plans={plans.data}
                    currency={selling.data.currency}
                    mayChange={mayChange}
                    onEdit={() => setEdited(discount)}
                  />
                ))}
              </Settings>
              {hasNextPage && (
                <Button kind="soft" className="mt-4" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                  {t('console.more')}
                </Button>
              )}
            </div>
          )}
        </SectionColumn>
      </div>
      {edited && ready && (
        <DiscountDialog
          discount={edited === 'new' ? null : edited}
          taken={discounts.data.map(({ code }) => code)}
          plans={plans.data}
          currency={selling.data.currency}
          onClose={() => setEdited(null)}
        />
      )}
    </SectionFrame>
  );
}

type RowProps = {
  discount: Discount;
  plans: readonly AdminPlan[];
  currency: Currency;
  mayChange: boolean;
  onEdit: () => void;
};

function Row({ discount, plans, currency, mayChange, onEdit }: RowProps) {
  const [busy, setBusy] = useState(false);
  const { code, withdrawn } = discount;
  const [now] = useState(() => Date.now());
  const state = stateOf(discount, now);
  const toggleOffer = async () => {
    setBusy(true);
    try {
      await saveDiscount(code, { ...sameTerms(discount), withdrawn: !withdrawn });
      toast({ kind: 'success', title: t(withdrawn ? 'console.codeOffered' : 'console.codeWithdrawn', { code }) });
    } catch (error) {
      sayFault(error);
    }
    setBusy(false);
  };
  return (
    <li>
      <Setting
        icon={<TicketPercent size={20} />}
        tone={state === 'active' ? 'success' : 'calm'}
        title={<bdi dir="ltr">{code}</bdi>}
        badges={
          <>
            {state !== 'active' && (
              <span
                className={cx(
                  'rounded-md px-2 text-xs font-medium',
                  state === 'waiting' ? 'bg-brand-soft text-brand' : 'bg-sunken text-muted ring-1 ring-line',
                )}
              >
                {t(`console.code_${state}`)}
              </span>
            )}
            <span className="text-xs font-normal text-muted">{usesText(discount)}</span>
          </>
        }
        text={termsText(discount, state, plans, currency)}
        actions={
          mayChange && (
            <>
              <Button kind="outline" aria-label={t('console.changeCode', { code })} onClick={onEdit}>
                {t('console.change')}
              </Button>
              <Button
                busy={busy}
                aria-label={t(withdrawn ? 'console.offerCode' : 'console.withdrawCode', { code })}
                onClick={() => void toggleOffer()}
              >
                {t(withdrawn ? 'console.offer' : 'console.stop')}
              </Button>
            </>
          )
        }
      />
    </li>
  );
}

function usesText({ used, uses }: Discount): string {
  if (uses > 0) return t('console.usedOf', { used, n: uses });
  return used > 0 ? t('console.used', { n: used }) : t('console.unused');
}

/** «۲۰٪ تا سقف ۱۰۰٬۰۰۰ تومان، کسب‌وکار، فقط اولین خرید، تا ۳۰ آذر ۱۴۰۵» */
function termsText(discount: Discount, state: string, plans: readonly AdminPlan[], currency: Currency): string {
  const { percent, amount, cap, first_only: first, starts_at: start, ends_at: end } = discount;
  const words = (value: number) => formatMoney(value, currency, currentLang());
  const share = num(percent / 100, { style: 'percent' });
  const named = plans.filter(({ name }) => discount.plans.includes(name)).map(planTitle);
  const comma = isRtl() ? '، ' : ', ';
  return [
    percent > 0 ? (cap > 0 ? t('console.upTo', { share, cap: words(cap) }) : share) : words(amount),
    named.length > 0 ? named.join(comma) : t('console.allPlans'),
    ...(first ? [t('console.firstOnly')] : []),
    ...(start && state === 'waiting' ? [t('console.from', { day: day(start) })] : []),
    end ? t('console.until', { day: day(end) }) : t('console.noEnd'),
  ].join(comma);
}
