import type { Invoice, PlanList } from '../src/api/types.gen.ts';
import { owner, Server, type Person, type Tokens } from './server';

export interface Buyer {
  tokens: Tokens;
  spaceId: string;
}

/** The smallest picture. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const party = {
  national_id: '10102345674',
  economic_id: '',
  address: 'تهران، خیابان مطهری، پلاک ۱۲',
  post_code: '1587634511',
  phone: '',
};

/** A server that sells plans, its staff, and the people who buy there. */
export class Seller {
  readonly code = 'PAYIZ10';
  readonly picture = Buffer.from(pixel, 'base64');
  private buyers = 0;

  private constructor(readonly server: Server) {}

  get url() {
    return this.server.url;
  }

  static async start(): Promise<Seller> {
    const seller = new Seller(await Server.start('--selling', '--signup=open'));
    await seller.server.setUp('شرکت ابر انبار');
    const settings = await seller.staff<object>('GET', 'admin/selling');
    await seller.staff('PUT', 'admin/selling', {
      ...settings,
      seller: { ...party, name: 'شرکت ابر انبار' },
      transfer: {
        holder: 'شرکت ابر انبار',
        bank: 'بانک ملی',
        iban: 'IR060170000000101234567009',
        card: '6037991122334455',
      },
    });
    await seller.staff('PUT', `admin/discounts/${seller.code}`, {
      percent: 10,
      amount: 0,
      cap: 0,
      uses: 0,
      first_only: false,
      plans: [],
    });
    return seller;
  }

  /** A call of staff. */
  async staff<T>(method: string, route: string, body?: unknown): Promise<T> {
    const { access } = await this.server.session();
    return this.server.call<T>(method, route, body, access);
  }

  confirm(paymentId: string) {
    return this.staff('POST', `admin/payments/${paymentId}/confirm`, {});
  }

  refuse(paymentId: string, reason: string) {
    return this.staff('POST', `admin/payments/${paymentId}/refuse`, { reason });
  }

  /** Somebody new with a free workspace. */
  async buyer(): Promise<Buyer> {
    this.buyers += 1;
    const person: Person = {
      ...owner,
      first_name: 'مینا',
      last_name: 'رضایی',
      email: `buyer${this.buyers}@example.com`,
    };
    const tokens = await this.server.add(person);
    const title = `پارس‌نگار ${this.buyers}`;
    const made = await this.server.call<{ space_id: string }>('POST', 'storage/workspace', { title }, tokens.access);
    return { tokens, spaceId: made.space_id };
  }

  /** The id of a plan. */
  async plan(name: string): Promise<string> {
    const { plans } = await this.server.call<PlanList>('GET', 'plan/all');
    return plans.find((plan) => plan.name === name)?.plan_id ?? '';
  }

  /** Puts a plan on sale for another price. */
  async reprice(name: string, price_per_user: number) {
    const { plans } = await this.server.call<PlanList>('GET', 'plan/all');
    const found = plans.find((plan) => plan.name === name);
    if (!found) throw new Error(`no plan ${name}`);
    const { plan_id: _id, name: _name, version: _version, ...terms } = found;
    await this.staff('PUT', `admin/plans/${name}`, { ...terms, price_per_user });
  }

  /** An order whose payment has come so far. */
  async order({ tokens }: Buyer, order: object, to: 'begun' | 'sent' | 'refused' | 'confirmed'): Promise<string> {
    const { payment_id: id } = await this.server.call<Invoice>('POST', 'plan/invoice', order, tokens.access);
    const begin = { provider: 'transfer', buyer: { ...party, name: 'شرکت پارس‌نگار' } };
    await this.server.call('POST', `plan/invoice/${id}/pay`, begin, tokens.access);
    if (to === 'begun') return id;
    const answer = await fetch(`${this.url}/api/plan/invoice/${id}/receipt`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${tokens.access}`, 'Content-Type': 'image/png' },
      body: this.picture,
    });
    if (!answer.ok) throw new Error(`the receipt of ${id} was not taken: ${answer.status}`);
    if (to === 'refused') await this.refuse(id, 'رسید خوانا نیست.');
    if (to === 'confirmed') await this.confirm(id);
    return id;
  }

  stop() {
    return this.server.stop();
  }
}
