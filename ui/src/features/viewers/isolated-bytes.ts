import { faultOf, noAnswerFault } from '~/api/fault';

/** How files of old office programs begin, and today's that are encrypted. */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0];
const ZIP = [0x50, 0x4b];

const hasPrefix = (bytes: Uint8Array, with_: readonly number[]) => with_.every((byte, at) => bytes[at] === byte);

async function fetchChecked(url: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(url, { signal }).catch(() => {
    throw noAnswerFault();
  });
  if (!response.ok) throw faultOf(response.status, response.headers, null);
  return response;
}

export const fetchBytes = async (url: string, signal: AbortSignal) => (await fetchChecked(url, signal)).arrayBuffer();
export const fetchScript = async (url: string, signal: AbortSignal) => (await fetchChecked(url, signal)).text();

/** Why a file is no document of the kinds that are archives; null for one that may be. */
export function troubleOf(buffer: ArrayBuffer): 'document_locked' | 'document_unreadable' | null {
  const bytes = new Uint8Array(buffer, 0, Math.min(4, buffer.byteLength));
  if (hasPrefix(bytes, COMPOUND)) return 'document_locked';
  return hasPrefix(bytes, ZIP) ? null : 'document_unreadable';
}
