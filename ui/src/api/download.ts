import { urlOf, type Address, type CallName } from './calls';
import { authHeaders } from './client';
import { faultOf, noAnswerFault } from './fault';
import { renew } from './refresh';
import { tokens } from './session';
import type { Calls } from './types.gen';

async function answerOf(url: string): Promise<Response> {
  const used = tokens()?.access;
  const request = () =>
    fetch(url, { headers: authHeaders() }).catch(() => {
      throw noAnswerFault();
    });
  let response = await request();
  if (response.status === 401 && used) {
    await renew(used);
    response = await request();
  }
  if (!response.ok) throw faultOf(response.status, response.headers, await response.json().catch(() => null));
  return response;
}

/** The bytes that a call answers, for an address of their own. */
export async function fetchBlob<N extends CallName>(call: N, parts: Address<Calls[N]>): Promise<Blob> {
  return (await answerOf(urlOf(call, parts))).blob();
}

/** Has the browser save the answer of a call as a file. */
export async function saveFile<N extends CallName>(call: N, parts: Address<Calls[N]>, fallback: string): Promise<void> {
  const response = await answerOf(urlOf(call, parts));
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? fallback;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
