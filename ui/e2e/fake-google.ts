import crypto from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export const client = { id: 'client.apps', secret: 'hush-hush' };
const email = 'sara@gmail.test';

/** Google's sign-in and Drive, as far as documents are edited there. */
export class FakeGoogle {
  /** The documents that lie there. */
  readonly docs = new Map<string, { type: string; content: Buffer }>();
  private readonly codes = new Map<string, { challenge: string; nonce: string }>();
  private readonly server = http.createServer((request, response) => {
    void this.answer(request, response);
  });

  static async start(): Promise<FakeGoogle> {
    const google = new FakeGoogle();
    await new Promise<void>((resolve) => google.server.listen(0, '127.0.0.1', resolve));
    return google;
  }

  get url() {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop() {
    this.server.close();
    this.server.closeAllConnections();
  }

  /** Somebody types: the only document gets another content. */
  type(content: Buffer) {
    const [doc] = this.docs.values();
    if (!doc) throw new Error('there is no document');
    doc.content = content;
  }

  private async answer(request: http.IncomingMessage, response: http.ServerResponse) {
    const url = new URL(request.url ?? '/', this.url);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const say = (status: number, value: unknown) => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
    };
    const html = (text: string) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<!doctype html><title>Google</title>${text}`);
    };
    const [, , , , id = '', rest] = url.pathname.split('/');
    const doc = this.docs.get(id);
    if (url.pathname === '/o/oauth2/v2/auth') return html(this.consent(url));
    if (url.pathname === '/token') return this.token(new URLSearchParams(body.toString()), say);
    if (url.pathname.startsWith('/document/')) return html('<h1>The document</h1>');
    if (request.headers.authorization !== 'Bearer access') return say(401, { error: { code: 401 } });
    if (url.pathname === '/upload/drive/v3/files') return say(200, this.create(request, body));
    if (!doc) return say(404, { error: { code: 404 } });
    if (request.method === 'DELETE') {
      this.docs.delete(id);
      return response.writeHead(204).end();
    }
    if (rest === 'permissions') return say(200, { id: '1' });
    if (url.searchParams.get('alt') === 'media') return response.end(doc.content);
    return say(200, this.about(id));
  }

  /** The page on which people let a client in. */
  private consent(url: URL): string {
    const query = url.searchParams;
    const back = new URL(query.get('redirect_uri') ?? '');
    const code = crypto.randomUUID();
    this.codes.set(code, { challenge: query.get('code_challenge') ?? '', nonce: query.get('nonce') ?? '' });
    back.search = new URLSearchParams({ code, state: query.get('state') ?? '' }).toString();
    return `<a href="${back}">Allow</a>`;
  }

  private token(form: URLSearchParams, say: (status: number, value: unknown) => void) {
    if (form.get('client_id') !== client.id || form.get('client_secret') !== client.secret) {
      return say(401, { error: 'invalid_client' });
    }
    const answer = { access_token: 'access', token_type: 'Bearer', expires_in: 3599 };
    if (form.get('grant_type') === 'refresh_token') {
      return form.get('refresh_token') === 'refresh' ? say(200, answer) : say(400, { error: 'invalid_grant' });
    }
    const given = this.codes.get(form.get('code') ?? '');
    this.codes.delete(form.get('code') ?? '');
    const sum = crypto.createHash('sha256').update(form.get('code_verifier') ?? '');
    if (sum.digest('base64url') !== given?.challenge) return say(400, { error: 'invalid_grant' });
    const claims = {
      iss: this.url,
      aud: client.id,
      sub: 'sara',
      email,
      nonce: given.nonce,
      exp: Math.floor(Date.now() / 1000) + 3600,
    };
    return say(200, {
      ...answer,
      refresh_token: 'refresh',
      scope: 'openid email https://www.googleapis.com/auth/drive.file',
      id_token: `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`,
    });
  }

  private create(request: http.IncomingMessage, body: Buffer) {
    const boundary = /boundary=(.+)$/.exec(request.headers['content-type'] ?? '')?.[1];
    const text = body.toString('latin1');
    const second = text.indexOf(`--${boundary}`, 2);
    const from = text.indexOf('\r\n\r\n', second) + 4;
    const to = text.lastIndexOf(`\r\n--${boundary}--`);
    const type = /Content-Type: (\S+)/.exec(text.slice(second, from))?.[1] ?? '';
    const id = crypto.randomUUID();
    this.docs.set(id, { type, content: body.subarray(from, to) });
    return this.about(id);
  }

  private about(id: string) {
    const doc = this.docs.get(id);
    if (!doc) return {};
    return {
      id,
      mimeType: doc.type,
      md5Checksum: crypto.createHash('md5').update(doc.content).digest('hex'),
      version: '1',
      size: String(doc.content.length),
      trashed: false,
      webViewLink: `${this.url}/document/d/${id}/edit`,
    };
  }
}
