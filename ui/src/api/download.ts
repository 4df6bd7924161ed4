import { urlOf, type Address, type CallName } from './calls';
import { authHeaders } from './client';
import { faultOf, unanswered } from './fault';
import type { Calls } from './types.gen';

/** Has the browser save the answer of a call as a file. The token must be fresh: make another call first. */
export async function saveFile<N extends CallName>(call: N, parts: Address<Calls[N]>, fallback: string): Promise<void> {
  const response = await fetch(urlOf(call, parts), { headers: authHeaders() }).catch(() => {
    throw unanswered();
  });
  if (!response.ok) throw faultOf(response.status, response.headers, await response.json().catch(() => null));
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? fallback;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
