import { CircleCheck, Download, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { SegmentedControl } from '~/kit/segmented-control';
import { State } from '~/kit/state';
import { SearchField } from '~/kit/search-field';
import { toast } from '~/kit/toast';
import { useDebouncedValue } from '~/kit/use-debounced-value';
import { useIsCompact } from '~/kit/use-media';
import { Trouble, RowsSkeleton } from '~/page/card-states';
import { sayFault } from '~/page/say-fault';
import { isPaymentState, savePayments, usePayments, type Payment, type PaymentState } from '../api';
import { may, PaymentDialog, type Act, type Asked } from './payment-acts';
import { PaymentDetail } from './payment-detail';
import { PaymentList } from './payment-list';
import { emptySlip, type Slip } from './slip';
import { SectionFrame } from '../section-frame';
import { useMayChange } from '../use-rights';
import { useLetters } from '../use-letters';

const tabs: readonly PaymentState[] = ['pending', 'paid', 'surplus', 'failed'];

/** Payments by their state: the list beside what is known of one. */
export function PaymentsSection() {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('state');
  const state = isPaymentState(asked) ? asked : 'pending';
  const [text, setText] = useState(() => search.get('query') ?? '');
  const query = useDebouncedValue(text.trim(), 250);
  return (
    <SectionFrame
      title={t('console.payments')}
      actions={
        <>
          <SearchField
            className="w-72 max-sm:w-full"
            label={t('console.findPayment')}
            value={text}
            onChange={(next) => setText(next.slice(0, 40))}
          />
          {state === 'paid' && (
            <Button
              kind="outline"
              icon={<Download size={17} aria-hidden="true" />}
              onClick={() => void savePayments().catch(sayFault)}
            >
              {t('consoleSystem.exportPayments')}
            </Button>
          )}
          {!query && (
            <div className="max-sm:w-full max-sm:[&_div]:grid max-sm:[&_label]:px-1">
              <SegmentedControl<PaymentState>
                hideLabel
                label={t('console.state')}
                value={state}
                segments={tabs.map((value) => ({ value, label: t(`console.state_${value}`) }))}
                onChange={(next) => setSearch({ state: next }, { replace: true })}
              />
            </div>
          )}
        </>
      }
    >
      <Payments key={`${state} ${query}`} state={state} query={query} />
    </SectionFrame>
  );
}

function Payments({ state, query: text }: { state: PaymentState; query: string }) {
  const compact = useIsCompact();
  const [search, setSearch] = useSearchParams();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [slips, setSlips] = useState<Record<string, Slip>>({});
  const mayChange = useMayChange('money');
  const query = usePayments(state, text);
  const payments = query.data?.pages.flatMap((page) => page.payments) ?? [];
  const open = payments.find(({ payment_id: id }) => id === search.get('payment'));
  // Beside the list, something is always open.
  const shown = open ?? (compact ? undefined : payments[0]);
  const index = shown ? payments.indexOf(shown) : -1;

  const choose = (payment?: Payment) =>
    setSearch({ state, ...(payment && { payment: payment.payment_id }) }, { replace: !compact });
  const askAct = (act: Act) => shown && mayChange && may(act, shown) && setAsked({ act, payment: shown });
  useLetters({
    j: () => payments[index + 1] && choose(payments[index + 1]),
    k: () => payments[index - 1] && choose(payments[index - 1]),
    a: () => askAct('confirm'),
    r: () => askAct(shown && may('void', shown) ? 'void' : 'refuse'),
  });
  const stay = (title: string) => {
    setAsked(null);
    toast({ kind: 'success', title });
  };
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
        <RowsSkeleton rows={4} />
      </div>
    );
  if (payments.length === 0) return <EmptyState state={state} searched={!!text} />;
  const list = (
    <PaymentList
      payments={payments}
      shown={shown}
      confirms={mayChange && !!shown && may('confirm', shown)}
      refuses={mayChange && !!shown && (may('refuse', shown) || may('void', shown))}
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
          mayChange={mayChange}
          slip={slips[shown.payment_id] ?? emptySlip}
          onRead={(slip) => setSlips({ ...slips, [shown.payment_id]: slip })}
          {...(compact && { onBack: () => choose() })}
          onAsk={askAct}
          onGivenBack={(surplus) => setAsked({ act: surplus, payment: shown })}
        />
      )}
      {asked && (
        <PaymentDialog
          asked={asked}
          slip={slips[asked.payment.payment_id] ?? emptySlip}
          onClose={() => setAsked(null)}
          onDone={asked.act === 'refund' ? stay : moveOn}
        />
      )}
    </div>
  );
}

function EmptyState({ state, searched }: { state: PaymentState; searched: boolean }) {
  if (searched)
    return (
      <div className="grid flex-1 place-items-center">
        <State icon={<SearchX size={34} />} title={t('console.notFound')} text={t('console.notFoundText')} />
      </div>
    );
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
