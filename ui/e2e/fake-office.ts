import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The page of the editor: a text, a button that closes it, and the messages of Collabora Online. */
const page = (
  source: string,
  token: string,
  lang: string,
) => `<!doctype html><html lang="${lang}"><meta charset="utf-8">
<title>Office</title><style>body{margin:0;font:16px sans-serif;background:#eef;color:#112}textarea{width:100%;height:60vh;box-sizing:border-box}</style>
<h1>Fake office (${lang})</h1><label>Text<textarea></textarea></label><button>Close</button><button id="ends">Token ends</button><script>
const say = (MessageId, Values = {}) => parent.postMessage(JSON.stringify({ MessageId, SendTime: Date.now(), Values }), '*');
const area = document.querySelector('textarea');
const source = ${JSON.stringify(source)};
let token = ${JSON.stringify(token)};
addEventListener('message', async (e) => {
  const { MessageId, Values } = JSON.parse(e.data);
  if (MessageId === 'Host_PostmessageReady') {
    const load = await fetch('/load', { method: 'POST', body: JSON.stringify({ source, token }) });
    say('App_LoadingStatus', { Status: load.ok ? 'Document_Loaded' : 'Failed' });
  } else if (MessageId === 'Reset_Access_Token') {
    token = Values.token;
    document.body.dataset.renewed = Number(document.body.dataset.renewed ?? 0) + 1;
  } else if (MessageId === 'Action_Save') {
    const saved = await fetch('/save', { method: 'POST', body: JSON.stringify({ source, token, text: area.value }) });
    say('Action_Save_Resp', { success: saved.ok });
    say('Doc_ModifiedStatus', { Modified: false });
  }
});
area.addEventListener('input', () => say('Doc_ModifiedStatus', { Modified: true }));
document.querySelector('#ends').addEventListener('click', () => { token = 'ended'; say('App_TokenExpiring'); });
document.querySelector('button').addEventListener('click', () => say('UI_Close'));
say('App_LoadingStatus', { Status: 'Frame_Ready' });
</script></html>`;

/** An office server that speaks WOPI: it locks, loads and saves as Collabora Online does, without signing. */
export class FakeOffice {
  readonly asked: string[] = [];
  private readonly server = http.createServer((request, response) => void this.answer(request, response));

  static async start(): Promise<FakeOffice> {
    const office = new FakeOffice();
    await new Promise<void>((resolve) => office.server.listen(0, '127.0.0.1', resolve));
    return office;
  }

  get url() {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop() {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async answer(request: http.IncomingMessage, response: http.ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '', this.url);
    this.asked.push(`${request.method} ${pathname}`);
    const body = await text(request);
    if (pathname === '/hosting/discovery') {
      const at = `${this.url}/browser/dist/cool.html?`;
      response.end(
        `<wopi-discovery><net-zone><app><action ext="docx" name="edit" urlsrc="${at}"/></app></net-zone></wopi-discovery>`,
      );
    } else if (pathname === '/hosting/capabilities') {
      response.end('{"hasWopiAccessCheck":true,"productName":"Fake","productVersion":"1"}');
    } else if (pathname === '/hosting/wopiAccessCheck') {
      const { callbackUrl } = JSON.parse(body) as { callbackUrl: string };
      const reached = await fetch(callbackUrl).catch(() => null);
      response.end(JSON.stringify({ status: reached?.ok ? 'Ok' : 'HostNotFound' }));
    } else if (pathname === '/browser/dist/cool.html' && request.method === 'POST') {
      const token = new URLSearchParams(body).get('access_token') ?? '';
      response.setHeader('Content-Type', 'text/html');
      response.end(page(searchParams.get('WOPISrc') ?? '', token, searchParams.get('lang') ?? ''));
    } else if (pathname === '/load') response.writeHead(await this.load(JSON.parse(body) as Open)).end();
    else if (pathname === '/save')
      response.writeHead(await this.save(JSON.parse(body) as Open & { text: string })).end();
    else response.writeHead(404).end();
  }

  private async load({ source, token }: Open): Promise<number> {
    const info = await this.ask(source, token, {});
    const { UserCanWrite: canWrite } = (await info.json()) as { UserCanWrite: boolean };
    if (canWrite) await this.ask(source, token, { 'X-WOPI-Override': 'LOCK', 'X-WOPI-Lock': 'fake' }, '');
    return (await this.ask(`${source}/contents`, token, {})).status;
  }

  private async save({ source, token, text: words }: Open & { text: string }): Promise<number> {
    const headers = { 'X-WOPI-Override': 'PUT', 'X-WOPI-Lock': 'fake' };
    return (await this.ask(`${source}/contents`, token, headers, `PK\u0003\u0004 ${words}`)).status;
  }

  private ask(source: string, token: string, headers: Record<string, string>, body?: string) {
    return fetch(`${source}?access_token=${token}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      ...(body !== undefined && { body }),
    });
  }
}

interface Open {
  readonly source: string;
  readonly token: string;
}
