import { useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import { queryClient } from '~/api/query';
import type { Duration } from '~/features/links/duration';
import type { Credentials, Host, Need } from '~/features/links/types';

/** What a box says to whoever has its code. */
export interface BoxInfo {
  title: string;
  description: string;
  needs: Need[];
  max_file_size: number | null;
  allowed_file_types: string[];
  expire_at: string;
  retention: Duration | null;
  per_visitor?: boolean;
  workspace: Host;
}

/** One coming to a box. */
export interface Visit {
  token: string;
  space_id: string;
  directory_id: string;
  expires_at: string;
}

/** What a visitor has in hand for a file that arrived. */
export interface Receipt {
  name: string;
  size: number;
  /** BLAKE3, 64 hex digits. */
  hash: string;
  at: string;
}

const pathOf = (code: string) => `upload/box/${encodeURIComponent(code)}`;

export const fetchBox = (code: string) => api.get<BoxInfo>(pathOf(code), { public: true });

export const useBoxInfo = (code: string) =>
  useQuery({
    queryKey: ['box', code],
    queryFn: () => fetchBox(code),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });

export const enterBox = (code: string, credentials: Credentials) =>
  api.post<Visit>(pathOf(code), credentials, { public: true });

export const useReceipts = (code: string, { token }: Visit) =>
  useQuery({
    queryKey: ['receipts', code, token],
    queryFn: async () => (await api.get<{ receipts: Receipt[] }>(`${pathOf(code)}/receipts`, { token })).receipts,
  });

export const refreshReceipts = (code: string) => queryClient.invalidateQueries({ queryKey: ['receipts', code] });

const keyOf = (code: string) => `anbar-visit-${code}`;

/** The visit of this tab; it outlives a reload and nothing more. */
export function keptVisit(code: string): Visit | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(code)) ?? 'null') as Visit | null;
    return kept && Date.parse(kept.expires_at) > Date.now() ? kept : null;
  } catch {
    return null;
  }
}

export const keepVisit = (code: string, visit: Visit) => sessionStorage.setItem(keyOf(code), JSON.stringify(visit));

export const forgetVisit = (code: string) => sessionStorage.removeItem(keyOf(code));

/** The code in what was typed or pasted: also out of a whole address. */
export function codeIn(text: string): string {
  const trimmed = text.trim();
  const fromAddress = /\/u\/([^/?#\s]+)/.exec(trimmed)?.[1];
  return (fromAddress ?? trimmed).replace(/[\s\u200b-\u200f\u2066-\u2069]/g, '');
}
