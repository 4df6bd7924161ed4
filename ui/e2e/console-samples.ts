import { owner, Server, type Tokens } from './server';

/** A receipt: the smallest picture there is. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface Plans {
  plans: { name: string; plan_id: string }[];
}

/** The order of a buyer. */
interface Order {
  plan: string;
  users: number;
  name: string;
  reference: string;
}

/** An order that waits for staff, with the receipt of its transfer unless it only begins. */
export async function transfer(server: Server, tokens: Tokens, { plan, users, name, reference }: Order, sends = true) {
  const { plans } = await server.call<Plans>('GET', 'plan/all', undefined, tokens.access);
  const plan_id = plans.find((each) => each.name === plan)?.plan_id;
  const order = { plan_id, intent: 'create', users_count: users, period: 'monthly' };
  const { payment_id: id } = await server.call<{ payment_id: string }>('POST', 'plan/invoice', order, tokens.access);
  const buyer = { name, national_id: '', economic_id: '', address: '', post_code: '', phone: '' };
  await server.call('POST', `plan/invoice/${id}/pay`, { provider: 'transfer', buyer }, tokens.access);
  if (!sends) return id;
  const sent = await fetch(`${server.url}/api/plan/invoice/${id}/receipt?reference=${reference}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${tokens.access}`, 'Content-Type': 'image/png' },
    body: picture,
  });
  if (!sent.ok) throw new Error(`the receipt was answered with ${sent.status}: ${await sent.text()}`);
  return id;
}

const account = { holder: 'شرکت انبار', bank: 'پاسارگاد', iban: 'IR062960000000100324200001', card: '' };

/** A service that sells plans, and an account for transfers. */
export async function startSelling(): Promise<{ server: Server; tokens: Tokens }> {
  const server = await Server.start('--selling');
  const tokens = await server.setUp('شرکت پارس‌نگار');
  const selling = await server.call<object>('GET', 'admin/selling', undefined, tokens.access);
  await server.call('PUT', 'admin/selling', { ...selling, on: true, transfer: account }, tokens.access);
  return { server, tokens };
}

/** Someone else than staff. */
export const buyer = { ...owner, first_name: 'علی', last_name: 'رضایی', email: 'ali@example.com' };
