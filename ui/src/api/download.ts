import { authHeaders } from './client';
import { faultOf, unanswered } from './fault';

/** Fetches what a call gives as a file and has the browser save it. The token must be fresh: call something else first. */
export async function saveFile(path: string, query: URLSearchParams, fallback: string): Promise<void> {
  const search = query.toString();
  const response = await fetch(`/api/${path}${search && `?${search}`}`, { headers: authHeaders() }).catch(() => {
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
