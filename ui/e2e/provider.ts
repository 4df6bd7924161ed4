import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import fs from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { freePort } from './server';

/** The account that the provider signs in. */
export interface Vouched {
  sub: string;
  email: string;
  given_name: string;
  family_name: string;
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

const link = (name: string, href: string) => `<a href="${href.replaceAll('&', '&amp;')}">${name}</a>`;

/** An OpenID provider that asks its person on a page, and minds PKCE, as those out there do. */
export class Provider {
  private readonly keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  private readonly codes = new Map<string, URLSearchParams>();
  private readonly server: http.Server;
  person: Vouched;

  private constructor(
    readonly issuer: string,
    person: Vouched,
  ) {
    this.person = person;
    this.server = http.createServer((request, response) => void this.answer(request, response));
  }

  static async start(person: Vouched): Promise<Provider> {
    const port = await freePort();
    const provider = new Provider(`http://127.0.0.1:${port}`, person);
    await new Promise<void>((resolve) => provider.server.listen(port, '127.0.0.1', resolve));
    return provider;
  }

  /** The settings of a server that knows it, as a file. */
  async settings(): Promise<string> {
    const file = path.join(await fs.mkdtemp(path.join(os.tmpdir(), 'anbar-provider-')), 'providers.json');
    const title = { fa: 'حساب ابری', en: 'Cloud account' };
    const client = { issuer: this.issuer, client_id: 'anbar', client_secret: 'secret' };
    await fs.writeFile(file, JSON.stringify([{ id: 'arvan', title, icon: 'arvan', signup: true, ...client }]));
    return file;
  }

  stop() {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async answer(request: http.IncomingMessage, response: http.ServerResponse) {
    const url = new URL(request.url ?? '/', this.issuer);
    const json = (value: unknown, status = 200) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
    if (url.pathname === '/.well-known/openid-configuration') return json(this.configuration());
    if (url.pathname === '/jwks') return json({ keys: [this.publicKey()] });
    if (url.pathname === '/authorize') return this.ask(url.searchParams, response);
    if (url.pathname !== '/token') return json({}, 404);
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const granted = this.grant(new URLSearchParams(body));
    return granted ? json(granted) : json({ error: 'invalid_grant' }, 400);
  }

  private configuration() {
    const { issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
    };
  }

  private publicKey() {
    return { ...this.keys.publicKey.export({ format: 'jwk' }), kid: '1', alg: 'RS256', use: 'sig' };
  }

  private ask(asked: URLSearchParams, response: http.ServerResponse) {
    const code = randomUUID();
    this.codes.set(code, asked);
    const back = (answer: Record<string, string>) =>
      `${asked.get('redirect_uri')}?${new URLSearchParams({ ...answer, state: asked.get('state') ?? '' }).toString()}`;
    response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end(`${link('allow', back({ code }))} ${link('deny', back({ error: 'access_denied' }))}`);
  }

  private grant(form: URLSearchParams) {
    const code = form.get('code') ?? '';
    const asked = this.codes.get(code);
    this.codes.delete(code);
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!asked || asked.get('code_challenge') !== proof) return null;
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      ...this.person,
      email_verified: true,
      iss: this.issuer,
      aud: 'anbar',
      nonce: asked.get('nonce'),
      iat: now,
      exp: now + 300,
    };
    const signed = `${encode({ alg: 'RS256', kid: '1', typ: 'JWT' })}.${encode(claims)}`;
    const signature = sign('sha256', Buffer.from(signed), this.keys.privateKey).toString('base64url');
    return { access_token: 'a', token_type: 'Bearer', expires_in: 300, id_token: `${signed}.${signature}` };
  }
}
