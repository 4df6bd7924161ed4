import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Answer, Body } from '~/api/calls';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { saveFile } from '~/api/download';
import { keyOf } from '~/api/keys';
import { rememberSpace } from '~/api/known-spaces';
import { isLoggedIn } from '~/api/session';
import { currentLang } from '~/i18n';

export type PlanList = Answer<'GET plan/all'>;
export type Plan = PlanList['plans'][number];
export type CurrentPlan = Answer<'GET storage/workspace/{space_id}/current-plan'>;
export type Invoice = Answer<'GET plan/invoice/{payment_id}'>;
export type Line = Invoice['lines'][number];
export type Party = Invoice['seller'];
export type Currency = Invoice['currency'];
export type Period = 'monthly' | 'yearly';
export type Selection = Body<'POST plan/invoice'>;

/** The plans on sale, for a workspace or for a new one. */
export const usePlans = (spaceId?: string) =>
  useQuery({
    queryKey: keyOf('plans', spaceId),
    queryFn: () => api.get('plan/all', { query: spaceId ? { space_id: spaceId } : {}, public: !isLoggedIn() }),
    staleTime: 60_000,
  });

export const useCurrentPlan = (spaceId: string, enabled = true) =>
  useQuery({
    queryKey: keyOf('current-plan', spaceId),
    queryFn: () => api.get('storage/workspace/{space_id}/current-plan', { path: { space_id: spaceId } }),
    enabled,
  });

/** Milliseconds between two looks at a payment that somebody has to confirm. */
const WAIT = 10_000;

export const isOpen = (invoice: Invoice | undefined) => invoice?.status === 'pending';

/** An invoice; while its payment is open it is read again and again, as long as the page is visible. */
export const useInvoice = (id: string) =>
  useQuery({
    queryKey: keyOf('invoice', id),
    queryFn: () => api.get('plan/invoice/{payment_id}', { path: { payment_id: id } }),
    refetchInterval: ({ state }) => (isOpen(state.data) ? WAIT : false),
    staleTime: 0,
  });

export const useInvoices = (spaceId: string, enabled: boolean) =>
  useInfiniteQuery({
    queryKey: keyOf('invoices', spaceId),
    queryFn: ({ pageParam, signal }) =>
      api.get('plan/invoices', { query: { space_id: spaceId, limit: 20, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page_info: { page, limit, total } }) => (page * limit < total ? page + 1 : undefined),
    enabled,
  });

/** Paid orders that wait for their workspace. */
export const useOrders = () =>
  useQuery({ queryKey: keyOf('orders'), queryFn: async () => (await api.get('plan/orders')).orders });

/** Whether the user may still have a workspace on this plan, which costs nothing. */
export const usePlanIsOpen = (planId: string | null | undefined) =>
  useQuery({
    queryKey: keyOf('plans', `new ${planId}`),
    queryFn: () =>
      api.get('plan/validate-selection', { query: { plan_id: planId ?? '' } }).then(
        () => true,
        () => false,
      ),
    enabled: !!planId,
  });

/** The buyer on the next invoices of a workspace; of a new one, the buyer that the user was on the last invoice. */
export const useBuyer = (spaceId?: string) =>
  useQuery({
    queryKey: keyOf('buyer', spaceId),
    queryFn: () => api.get('plan/buyer', { query: spaceId ? { space_id: spaceId } : {} }),
  });

export async function keepBuyer(space_id: string, buyer: Party): Promise<void> {
  await api.put('plan/buyer', { body: { space_id, buyer } });
  await changed.billing();
}

export const draft = (order: Selection) => api.post('plan/invoice', { body: order });

export const changeDraft = (payment_id: string, { plan_id, ...order }: Selection) =>
  api.put('plan/invoice', {
    body: {
      payment_id,
      plan_id,
      users_count: order.users_count ?? 0,
      extra_storage: order.extra_storage ?? 0,
      period: order.period ?? '',
      discount_code: order.discount_code ?? '',
    },
  });

export type Provider = Exclude<Invoice['provider'], '' | 'none'>;

/** All ways to pay, the quickest first. */
const quickest: readonly Provider[] = ['zarinpal', 'stripe', 'http', 'transfer'];

/** The ways to pay that an invoice offers, the quickest first. */
export const providersOf = ({ total, providers }: Invoice): Provider[] =>
  total > 0 ? quickest.filter((provider) => providers.includes(provider)) : [];

/**
 * Begins the payment, in the first way that is offered unless another one is wanted. The answer may be another invoice,
 * which is being paid for the same already. It is null when the browser is on its way to a payment gateway.
 */
export async function pay(
  invoice: Invoice,
  buyer: Party | undefined,
  wanted?: Invoice['provider'],
): Promise<Invoice | null> {
  const { payment_id } = invoice;
  const offered = providersOf(invoice);
  const provider = offered.find((each) => each === wanted) ?? offered[0] ?? 'none';
  const begun = await api.post('plan/invoice/{payment_id}/pay', {
    path: { payment_id },
    body: { provider, ...(buyer && { buyer }) },
  });
  await changed.billing();
  if (!begun.payment_page) return begun;
  location.assign(begun.payment_page);
  return null;
}

export async function sendReceipt(payment_id: string, reference: string, file: Blob): Promise<void> {
  await api.post('plan/invoice/{payment_id}/receipt', {
    path: { payment_id },
    query: reference ? { reference } : {},
    body: file,
  });
  await changed.billing();
}

export async function cancelOrder(payment_id: string): Promise<void> {
  await api.post('plan/invoice/{payment_id}/cancel', { path: { payment_id } });
  await changed.billing();
}

export const readInvoice = (payment_id: string) => api.get('plan/invoice/{payment_id}', { path: { payment_id } });

/** Has the browser save the invoice as a PDF, in the language of the page. */
export const saveInvoice = (payment_id: string) =>
  saveFile(
    'GET plan/invoice/{payment_id}/pdf',
    { path: { payment_id }, query: { language: currentLang().slice(0, 2) } },
    'invoice.pdf',
  );

/** Makes the workspace of a paid order; a second call for the same order answers the same workspace. */
export async function createAuto(payment_id: string) {
  const space = await api.post('storage/workspace-auto', { body: { payment_id } });
  await rememberSpace(space);
  return space;
}
