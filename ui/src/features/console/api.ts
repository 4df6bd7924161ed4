import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Body } from '~/api/calls';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { fetchBlob } from '~/api/download';
import { keyOf } from '~/api/keys';
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

const states = ['pending', 'failed', 'paid'] as const;
export type PaymentState = (typeof states)[number];

export const isPaymentState = (text: string | null): text is PaymentState => states.some((state) => state === text);

export const usePayments = (state: PaymentState) =>
  useInfiniteQuery({
    queryKey: keyOf('console-payments', state),
    queryFn: ({ pageParam, signal }) =>
      api.get('admin/payments', { query: { state, limit: 50, cursor: pageParam ?? undefined }, signal }),
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

export async function confirmPayment(paymentId: string): Promise<void> {
  await api.post('admin/payments/{payment_id}/confirm', { path: { payment_id: paymentId }, body: {} });
  await changed.payments();
}

export async function refusePayment(paymentId: string, reason: string): Promise<void> {
  await api.post('admin/payments/{payment_id}/refuse', { path: { payment_id: paymentId }, body: { reason } });
  await changed.payments();
}

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
  useQuery({
    queryKey: keyOf('console-discounts'),
    queryFn: async () => (await api.get('admin/discounts')).discounts,
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
