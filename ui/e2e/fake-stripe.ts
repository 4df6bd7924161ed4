import crypto from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

interface Session {
  id: string;
  url: string;
  status: string;
  payment_status: string;
  amount_total: number;
  currency: string | null;
  client_reference_id: string | null;
  payment_intent: string;
  back: string;
  away: string;
}

export const keys = { secret: 'sk_test_1', webhook_secret: 'whsec_1' };

/** Stripe Checkout, with a page where one pays or turns back. */
export class FakeStripe {
  private readonly sessions: Session[] = [];
  private readonly server = http.createServer((request, response) => this.answer(request, response));

  static async start(): Promise<FakeStripe> {
    const stripe = new FakeStripe();
    await new Promise<void>((resolve) => stripe.server.listen(0, '127.0.0.1', resolve));
    return stripe;
  }

  get url() {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop() {
    this.server.close();
  }

  /** The buyer pays in another window, and Stripe tells the shop. */
  async tell(shop: string): Promise<number> {
    const session = this.sessions.at(-1);
    if (!session) throw new Error('no session was opened');
    this.pay(session);
    const body = JSON.stringify({ type: 'checkout.session.completed', data: { object: { id: session.id } } });
    const time = Math.floor(Date.now() / 1000);
    const sum = crypto.createHmac('sha256', keys.webhook_secret).update(`${time}.${body}`).digest('hex');
    const answer = await fetch(`${shop}/api/plan/webhook/stripe`, {
      method: 'POST',
      headers: { 'Stripe-Signature': `t=${time},v1=${sum}` },
      body,
    });
    return answer.status;
  }

  private pay(session: Session) {
    session.status = 'complete';
    session.payment_status = 'paid';
  }

  private answer(request: http.IncomingMessage, response: http.ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stripe');
    const found = this.sessions.find(({ id }) => id === pathname.split('/').at(-1));
    if (pathname.startsWith('/pay/') && found) {
      if (searchParams.get('paid')) {
        this.pay(found);
        response.writeHead(303, { location: found.back.replace('{CHECKOUT_SESSION_ID}', found.id) }).end();
        return;
      }
      response.setHeader('content-type', 'text/html');
      response.end(`<h1>Checkout</h1><a href="?paid=1">Pay now</a> <a href="${found.away}">Turn back</a>`);
      return;
    }
    if (request.headers.authorization !== `Bearer ${keys.secret}`) {
      response.writeHead(401).end('{"error":{"message":"wrong key"}}');
      return;
    }
    if (request.method === 'GET' && found) {
      response.end(JSON.stringify(found));
      return;
    }
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const form = new URLSearchParams(body);
      const id = `cs_test_${this.sessions.length}`;
      const session: Session = {
        id,
        url: `${this.url}/pay/${id}`,
        status: 'open',
        payment_status: 'unpaid',
        amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
        currency: form.get('line_items[0][price_data][currency]'),
        client_reference_id: form.get('client_reference_id'),
        payment_intent: `pi_${id}`,
        back: form.get('success_url') ?? '',
        away: form.get('cancel_url') ?? '',
      };
      this.sessions.push(session);
      response.end(JSON.stringify(session));
    });
  }
}
