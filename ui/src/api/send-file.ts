import { urlOf, type Address, type CallName } from './calls';
import { authHeaders } from './client';
import { faultOf, noAnswerFault } from './fault';
import { renew } from './refresh';
import { heardSeq } from './sequence';
import { tokens } from './session';
import type { Calls } from './types.gen';

type Options = { file: File; signal: AbortSignal; onProgress: (share: number) => void };

function xhr(method: string, url: string, { file, signal, onProgress }: Options): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    signal.addEventListener('abort', stop);
    request.open(method, url);
    request.setRequestHeader('Content-Type', file.type || 'application/octet-stream');
    for (const [name, value] of Object.entries(authHeaders())) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(file.size > 0 ? loaded / file.size : 1));
    request.addEventListener('loadend', () => {
      signal.removeEventListener('abort', stop);
      if (signal.aborted) reject(new DOMException('aborted', 'AbortError'));
      else if (request.status === 0) reject(noAnswerFault());
      else resolve(request);
    });
    request.send(file);
  });
}

function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A proxy before the server answers in HTML; its status says enough.
    return undefined;
  }
}

/** Sends a file as the body of a call, with progress, which fetch does not tell. */
export async function sendFile<N extends CallName>(
  call: N,
  parts: Address<Calls[N]>,
  options: Options,
): Promise<Calls[N]['answer']> {
  const [method = ''] = call.split(' ');
  const url = urlOf(call, parts);
  const used = tokens()?.access;
  let request = await xhr(method, url, options);
  if (request.status === 401 && used) {
    await renew(used);
    request = await xhr(method, url, options);
  }
  const headers = { get: (name: string) => request.getResponseHeader(name) };
  const body = parseAnswer(request.responseText);
  if (request.status < 200 || request.status >= 300) throw faultOf(request.status, headers, body);
  heardSeq(headers);
  return body as Calls[N]['answer'];
}
