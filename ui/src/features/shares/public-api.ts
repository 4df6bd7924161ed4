import { useQuery } from '@tanstack/react-query';
import { api } from '~/api/client';
import type { Credentials, Host, Need } from '~/features/links/types';

/** What a link says to whoever has its address. */
export interface LinkInfo {
  title: string;
  file_name: string;
  kind: 'file' | 'directory' | 'selection';
  size: number;
  files_count: number;
  last_modified_at: string;
  version: number | null;
  content_type: string;
  preview: 'image' | 'video' | 'audio' | 'pdf' | 'text' | 'markdown' | 'none';
  view_only: boolean;
  needs: Need[];
  email_description: string;
  workspace: Host;
}

/** The door is open, for a while. */
export interface Grant {
  url: string;
  download_token: string;
  expires_at: string;
  preview_url: string | null;
}

const pathOf = (id: string) => `download/share-link/${encodeURIComponent(id)}`;

export const useLinkInfo = (id: string) =>
  useQuery({
    queryKey: ['share-link', id],
    queryFn: () => api.get<LinkInfo>(pathOf(id), { public: true }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });

export const openLink = (id: string, credentials: Credentials) =>
  api.post<Grant>(pathOf(id), credentials, { public: true });

const keyOf = (id: string) => `anbar-grant-${id}`;
/** A download that begins needs a moment. */
const MARGIN = 30_000;

const isGood = ({ expires_at: end }: Grant) => Date.parse(end) - MARGIN > Date.now();

/** A reload of the page is no second opening: the tab remembers. */
export function keptGrant(id: string): Grant | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(id)) ?? 'null') as Grant | null;
    return kept && isGood(kept) ? kept : null;
  } catch {
    return null;
  }
}

export function keepGrant(id: string, grant: Grant): void {
  sessionStorage.setItem(keyOf(id), JSON.stringify(grant));
}
