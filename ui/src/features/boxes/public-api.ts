import { useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import type { BoxVisit } from '~/api/types';
import { secretIn } from '~/features/gate/secret';
import type { Credentials } from '~/features/gate/types';

const box = 'upload/box/{upload_id}';

export const fetchBox = (code: string) => api.get(box, { path: { upload_id: code }, public: true });

export const useBoxInfo = (code: string) =>
  useQuery({
    queryKey: keyOf('box', code),
    queryFn: () => fetchBox(code),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });

export const enterBox = (code: string, credentials: Credentials) =>
  api.post(box, { path: { upload_id: code }, body: credentials, public: true });

export const useReceipts = (code: string, { token }: BoxVisit) =>
  useQuery({
    queryKey: keyOf('receipts', code, token),
    queryFn: async () => (await api.get(`${box}/receipts`, { path: { upload_id: code }, token })).receipts,
  });

const storageKey = (code: string) => `anbar-visit-${code}`;

/** The visit of this tab; it outlives a reload and nothing more. */
export function loadVisit(code: string): BoxVisit | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey(code)) ?? 'null') as BoxVisit | null;
    return kept && Date.parse(kept.expires_at) > Date.now() ? kept : null;
  } catch {
    return null;
  }
}

export const storeVisit = (code: string, visit: BoxVisit) =>
  sessionStorage.setItem(storageKey(code), JSON.stringify(visit));

export const deleteVisit = (code: string) => sessionStorage.removeItem(storageKey(code));

/** Finds the code in a typed or pasted text, which may be a whole address. */
export function codeIn(text: string): string {
  const trimmed = text.trim();
  const fromAddress = /\/u\/([^/?#\s]+)/.exec(trimmed)?.[1];
  return secretIn(fromAddress ?? trimmed);
}
