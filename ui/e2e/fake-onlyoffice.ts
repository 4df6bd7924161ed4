import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function sign(secret: string, payload: object): string {
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(payload)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

function read(secret: string, token: string): unknown {
  const [head = '', body = '', proof] = token.split('.');
  if (createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url') !== proof) throw new Error('forged');
  return JSON.parse(Buffer.from(body, 'base64url').toString());
}

interface Config {
  readonly document: { readonly key: string; readonly url: string; readonly fileType: string };
  readonly editorConfig: {
    readonly callbackUrl: string;
    readonly mode: string;
    readonly user: { readonly id: string };
  };
}

/**
 * The editor as the Document Server serves it, with the messages of its Gateway: it takes commands of `parentOrigin` alone, as
 * texts, and signs its events with `frameEditorId`. It keeps something in its storage, as the real one does.
 */
const page = (more: string) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Editor</title><body><main>
<h1 id="mode"></h1><textarea aria-label="Text"></textarea>
<button id="refresh">Refresh</button><button id="copy">Save copy</button><button id="fail">Fail</button>
<button id="desktop">Desktop</button><button id="close">Close</button></main><script>
var query = new URLSearchParams(location.search);
localStorage.setItem('opened', 'yes');
var token = '';
var tell = function (event, data) {
  parent.postMessage(JSON.stringify({ event: event, data: data, frameEditorId: query.get('frameEditorId') }), '*');
};
var call = function (path) { return fetch(path, { method: 'POST', body: token }).then(function (r) { return r.json(); }); };
var join = function () {
  return call('/join').then(function (answer) {
    var phone = location.pathname.indexOf('/mobile/') > 0 ? ', phone' : '';
    document.getElementById('mode').textContent = answer.mode + (window.again ? ', again' : '') + phone;
  });
};
var commands = {
  init: function (data) { window.config = data.config; },
  openDocument: function (data) {
    if (!window.config || !window.config.canRequestSaveAs || !window.config.canRequestClose) return;
    token = data.doc.token;
    join().then(function () { tell('onDocumentReady'); });
  },
  refreshFile: function (data) { token = data.token; window.again = true; join(); },
};
addEventListener('message', function (message) {
  if (message.origin !== query.get('parentOrigin') || typeof message.data !== 'string') return;
  var command = JSON.parse(message.data);
  if (commands[command.command]) commands[command.command](command.data);
});
document.getElementById('refresh').onclick = function () { tell('onRequestRefreshFile'); };
document.querySelector('textarea').oninput = function () { tell('onDocumentStateChange', true); };
document.getElementById('copy').onclick = function () {
  call('/copy').then(function (made) { tell('onRequestSaveAs', { fileType: 'docx', title: 'Copy of it', url: made.url }); });
};
document.getElementById('fail').onclick = function () { tell('onError', { errorDescription: 'No room left' }); };
document.getElementById('desktop').onclick = function () { tell('onSwitchEditorType', { type: 'desktop', restart: true }); };
document.getElementById('close').onclick = function () { call('/leave').then(function () { tell('onRequestClose'); }); };
${more}
tell('onAppReady');
</script></body></html>`;

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
};

/** A small office server: it believes only what is signed, fetches documents and hands over others. */
export class FakeOffice {
  url = '';
  /** The document that it hands over. */
  edited: Uint8Array = new Uint8Array();
  /** Nothing of it is to be had. */
  isDown = false;
  /** More script of its editor, and what its script for pages of others does: a server that means ill. */
  more = '';
  script = '';
  /** What it was asked for, and what its scripts carried away. */
  readonly asked: string[] = [];
  readonly loot: string[] = [];
  /** Those of the documents that were opened, in order. */
  readonly keys: string[] = [];
  private readonly open = new Map<string, Config>();
  private readonly server = createServer((request, response) => {
    if (this.isDown) {
      request.socket.destroy();
      return;
    }
    const path = request.url ?? '';
    this.asked.push(path);
    // The real one leads to the address of its version, for the caches of browsers.
    if (path.startsWith('/web-apps/apps/') && !path.startsWith('/web-apps/apps/api/')) {
      response.writeHead(302, { Location: `${this.url}/8.2.2-fake${path}` }).end();
      return;
    }
    this.answer(request).then(
      ([type, body]) => response.writeHead(200, { 'Content-Type': type }).end(body),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });

  constructor(private readonly secret: string) {}

  async start(): Promise<this> {
    await new Promise<void>((listening) => this.server.listen(0, '127.0.0.1', listening));
    const address = this.server.address();
    this.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    return this;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async answer(request: IncomingMessage): Promise<[type: string, body: string | Uint8Array]> {
    const path = (request.url ?? '').split('?')[0] ?? '';
    if (path === '/healthcheck') return ['application/json', 'true'];
    if (path === '/command') return ['application/json', await this.command(await textOf(request))];
    if (path === '/converter') return ['application/json', await this.convert(await textOf(request))];
    if (/^\/8\.2\.2-fake\/web-apps\/apps\/documenteditor\/(main|mobile)\/index\.html$/.test(path))
      return ['text/html', page(this.more)];
    if (path === '/popup.html') return ['text/html', `<script>${this.more}</script>`];
    if (path.endsWith('/documents/api.js')) return ['text/javascript', this.script];
    if (path.startsWith('/loot')) {
      this.loot.push(decodeURIComponent(path.slice('/loot'.length)) + (await textOf(request)));
      return ['text/plain', ''];
    }
    if (path.startsWith('/cache/files/')) return ['application/octet-stream', this.edited];
    const config = read(this.secret, await textOf(request)) as Config;
    if (path === '/join') {
      const token = sign(this.secret, { payload: { url: config.document.url } });
      const got = await fetch(config.document.url, { headers: { Authorization: `Bearer ${token}` } });
      if (!got.ok) throw new Error(`the document: ${got.status}`);
      this.keys.push(config.document.key);
      if (config.editorConfig.mode === 'edit') {
        this.open.set(config.document.key, config);
        await this.tell(config, 1);
      }
      return ['application/json', JSON.stringify({ mode: config.editorConfig.mode })];
    }
    if (path === '/copy') return ['application/json', JSON.stringify({ url: `${this.url}/cache/files/copy.docx` })];
    if (path !== '/leave') throw new Error(`no ${path}`);
    await this.tell(config, 2);
    return ['application/json', '{}'];
  }

  /** Only what is signed is done. A forced save is answered first; its callback follows. */
  private async command(text: string): Promise<string> {
    const { token } = JSON.parse(text) as { token: string };
    const { c, key = '' } = read(this.secret, token) as { c: string; key?: string };
    if (c !== 'forcesave') return JSON.stringify({ error: 0, version: '8.2.2' });
    const config = this.open.get(key);
    if (!config) return JSON.stringify({ error: 1 });
    setTimeout(() => void this.tell(config, 6), 50);
    return JSON.stringify({ error: 0 });
  }

  /** Fetches the document that it is to convert, and keeps the same one for every request. */
  private async convert(text: string): Promise<string> {
    const { token: signed } = JSON.parse(text) as { token: string };
    const asked = read(this.secret, signed) as { url: string; outputtype: string };
    const token = sign(this.secret, { payload: { url: asked.url } });
    const got = await fetch(asked.url, { headers: { Authorization: `Bearer ${token}` } });
    if (!got.ok) return JSON.stringify({ error: -4 });
    const fileUrl = `${this.url}/cache/files/converted.${asked.outputtype}`;
    return JSON.stringify({ endConvert: true, percent: 100, fileType: asked.outputtype, fileUrl });
  }

  private async tell({ document, editorConfig }: Config, status: number): Promise<void> {
    const told = {
      key: document.key,
      status,
      users: [editorConfig.user.id],
      filetype: document.fileType,
      ...(status === 6 && { forcesavetype: 0 }),
      ...((status === 2 || status === 6) && { url: `${this.url}/cache/files/output.docx` }),
      iat: Math.floor(Date.now() / 1000),
    };
    const body = JSON.stringify({ ...told, token: sign(this.secret, told) });
    const answer = await fetch(editorConfig.callbackUrl, { method: 'POST', body });
    if (JSON.stringify(await answer.json()) !== '{"error":0}') throw new Error(`status ${status} is refused`);
  }
}
