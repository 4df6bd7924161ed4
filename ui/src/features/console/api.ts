import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Body } from '~/api/calls';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { fetchBlob, saveFile } from '~/api/download';
import { keyOf } from '~/api/keys';
import { currentLang } from '~/i18n';
import type {
  AdminPayment,
  AdminPlan,
  Discount,
  Gateway,
  HTTPGateway,
  HTTPRequest,
  Line,
  Party,
  Selling,
  Stripe,
} from '~/api/types.gen';

export type Payment = AdminPayment;
export type { AdminPlan, Discount, Gateway, HTTPGateway, HTTPRequest, Line, Party, Selling, Stripe };

const states = ['pending', 'paid', 'surplus', 'failed'] as const;
export type PaymentState = (typeof states)[number];

export const isPaymentState = (text: string | null): text is PaymentState => states.some((state) => state === text);

/** Milliseconds between two looks at the payments, while the page is visible: buyers send receipts at any time. */
const LOOK = 15_000;

/** The payments of a state, or those that a code or a number names. */
export const usePayments = (state: PaymentState, query = '') =>
  useInfiniteQuery({
    queryKey: keyOf('console-payments', state, query),
    queryFn: ({ pageParam, signal }) =>
      api.get('admin/payments', {
        query: { ...(query ? { query } : { state }), limit: 50, cursor: pageParam ?? undefined },
        signal,
      }),
    refetchInterval: LOOK,
    initialPageParam: null as string | null,
    getNextPageParam: ({ page_info: info }) => info.next,
  });

/** The picture or the document that the buyer sent. */
export const useReceipt = (paymentId: string) =>
  useQuery({
    queryKey: keyOf('console-receipt', paymentId),
    queryFn: () => fetchBlob('GET admin/payments/{payment_id}/receipt', { path: { payment_id: paymentId } }),
    staleTime: Infinity,
  });

/** Confirms a payment; without a reference the one that the buyer typed stays. */
export async function confirmPayment(paymentId: string, reference: string): Promise<void> {
  await api.post('admin/payments/{payment_id}/confirm', {
    path: { payment_id: paymentId },
    body: reference ? { reference } : {},
  });
  await changed.payments();
}

export async function refusePayment(paymentId: string, reason: string): Promise<void> {
  await api.post('admin/payments/{payment_id}/refuse', { path: { payment_id: paymentId }, body: { reason } });
  await changed.payments();
}

export type Ending = 'keep' | 'end';

export async function refundPayment(
  paymentId: string,
  body: { reason: string; reference: string; plan?: Ending },
): Promise<void> {
  await api.post('admin/payments/{payment_id}/refund', { path: { payment_id: paymentId }, body });
  await changed.payments();
}

export async function voidPayment(paymentId: string, reason: string): Promise<void> {
  await api.post('admin/payments/{payment_id}/void', { path: { payment_id: paymentId }, body: { reason } });
  await changed.payments();
}

export type Surplus = Payment['surplus'][number];

export async function giveBack(surplusId: string, reference: string): Promise<void> {
  await api.post('admin/surplus/{surplus_id}/given-back', { path: { surplus_id: surplusId }, body: { reference } });
  await changed.payments();
}

export const saveInvoice = (paymentId: string) =>
  saveFile(
    'GET admin/payments/{payment_id}/pdf',
    { path: { payment_id: paymentId }, query: { language: currentLang().slice(0, 2) } },
    'invoice.pdf',
  );

/** The invoices that were paid, for a spreadsheet. */
export const savePayments = () => saveFile('GET admin/payments/export', {}, 'payments.csv');

export const useAdminPlans = () =>
  useQuery({
    queryKey: keyOf('console-plans'),
    queryFn: async () => (await api.get('admin/plans')).plans,
  });

export type PlanTerms = Body<'PUT admin/plans/{name}'>;

export async function savePlan(name: string, body: PlanTerms): Promise<void> {
  await api.put('admin/plans/{name}', { path: { name }, body });
  await changed.plans();
}

export const useDiscounts = () =>
  useInfiniteQuery({
    queryKey: keyOf('console-discounts'),
    queryFn: ({ pageParam }) => api.get('admin/discounts', { query: { limit: 100, cursor: pageParam ?? undefined } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page_info: info }) => info.next,
    select: ({ pages }) => pages.flatMap((page) => page.discounts),
  });

export type DiscountTerms = Body<'PUT admin/discounts/{code}'>;

export async function saveDiscount(code: string, body: DiscountTerms): Promise<void> {
  await api.put('admin/discounts/{code}', { path: { code }, body });
  await changed.discounts();
}

export const useSelling = () =>
  useQuery({ queryKey: keyOf('console-selling'), queryFn: () => api.get('admin/selling') });

export async function saveSelling(body: Selling): Promise<void> {
  await api.put('admin/selling', { body });
  await changed.selling();
}
