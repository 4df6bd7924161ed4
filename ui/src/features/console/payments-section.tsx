import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Segmented } from '~/kit/segmented';
import { State } from '~/kit/state';
import { toast } from '~/kit/toast';
import { useIsCompact } from '~/kit/use-media';
import { Trouble, Loading } from '~/page/card-states';
import { isPaymentState, usePayments, type Payment, type PaymentState } from './api';
import { ConfirmPayment } from './confirm-payment';
import { PaymentDetail } from './payment-detail';
import { PaymentList } from './payment-list';
import { RefuseDialog } from './refuse-dialog';
import { SectionFrame } from './section-frame';
import { useLetters } from './use-letters';

const tabs: readonly PaymentState[] = ['pending', 'failed', 'paid'];

/** Payments by their state: the list beside what is known of one. */
export function PaymentsSection() {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('state');
  const state = isPaymentState(asked) ? asked : 'pending';
  return (
    <SectionFrame
      title={t('console.payments')}
      actions={
        <div className="max-sm:w-full max-sm:[&_div]:grid">
          <Segmented<PaymentState>
            hideLabel
            label={t('console.state')}
            value={state}
            segments={tabs.map((value) => ({ value, label: t(`console.state_${value}`) }))}
            onChange={(next) => setSearch({ state: next }, { replace: true })}
          />
        </div>
      }
    >
      <Payments key={state} state={state} />
    </SectionFrame>
  );
}

type Asked = { readonly act: 'confirm' | 'refuse'; readonly payment: Payment };

function Payments({ state }: { state: PaymentState }) {
  const compact = useIsCompact();
  const [search, setSearch] = useSearchParams();
  const [asked, setAsked] = useState<Asked | null>(null);
  const query = usePayments(state);
  const payments = query.data?.pages.flatMap((page) => page.payments) ?? [];
  const open = payments.find(({ payment_id: id }) => id === search.get('payment'));
  // Beside the list, something is always open.
  const shown = open ?? (compact ? undefined : payments[0]);
  const index = shown ? payments.indexOf(shown) : -1;

  const choose = (payment?: Payment) =>
    setSearch({ state, ...(payment && { payment: payment.payment_id }) }, { replace: !compact });
  const ask = (act: Asked['act']) => shown && may(act, shown) && setAsked({ act, payment: shown });
  useLetters({
    j: () => payments[index + 1] && choose(payments[index + 1]),
    k: () => payments[index - 1] && choose(payments[index - 1]),
    a: () => ask('confirm'),
    r: () => ask('refuse'),
  });
  /** The next one takes the place of the one that leaves the list. */
  const moveOn = (title: string) => {
    setAsked(null);
    toast({ kind: 'success', title });
    choose(compact ? undefined : (payments[index + 1] ?? payments[index - 1]));
  };

  if (query.error && !query.data)
    return (
      <div className="p-6">
        <Trouble error={query.error} retry={query.refetch} />
      </div>
    );
  if (!query.data)
    return (
      <div className="p-6">
        <Loading rows={4} />
      </div>
    );
  if (payments.length === 0) return <Empty state={state} />;
  const list = (
    <PaymentList
      payments={payments}
      shown={shown}
      confirms={!!shown && may('confirm', shown)}
      refuses={!!shown && may('refuse', shown)}
      onChoose={choose}
      more={
        query.hasNextPage && (
          <Button kind="outline" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('console.more')}
          </Button>
        )
      }
    />
  );
  return (
    <div className="flex min-h-0 flex-1">
      {(!compact || !shown) && list}
      {shown && (
        <PaymentDetail
          key={shown.payment_id}
          payment={shown}
          {...(compact && { onBack: () => choose() })}
          {...(may('confirm', shown) && { onConfirm: () => ask('confirm') })}
          {...(may('refuse', shown) && { onRefuse: () => ask('refuse') })}
        />
      )}
      {asked?.act === 'confirm' && (
        <ConfirmPayment payment={asked.payment} onClose={() => setAsked(null)} onDone={moveOn} />
      )}
      {asked?.act === 'refuse' && (
        <RefuseDialog payment={asked.payment} onClose={() => setAsked(null)} onDone={moveOn} />
      )}
    </div>
  );
}

/** Money may come after an order was refused or given up; then it counts all the same. */
function may(act: Asked['act'], { status, provider }: Payment): boolean {
  if (provider !== 'transfer') return false;
  return act === 'refuse' ? status === 'pending' : ['pending', 'failed', 'void'].includes(status);
}

function Empty({ state }: { state: PaymentState }) {
  return (
    <div className="grid flex-1 place-items-center">
      <State
        icon={<CircleCheck size={34} />}
        title={t(`console.empty_${state}`)}
        text={t(`console.emptyText_${state}`)}
      />
    </div>
  );
}
