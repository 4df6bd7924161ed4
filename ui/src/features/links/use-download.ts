import { useState } from 'react';
import { faultText } from '~/api/fault';
import type { LinkGrant } from '~/api/types';
import { toast } from '~/kit/toast';
import { startDownload } from './start-download';

/** An address that a grant gave, with the token of a later one. */
const withToken = (url: string, { download_token: token }: LinkGrant) => url.replace(/([?&]token=)[^&]*/, `$1${token}`);

/** Starts downloads with the grant that `ensureGrant` resolves to, and none when that is null. */
export function useDownload(ensureGrant: () => Promise<LinkGrant | null>) {
  const [busy, setBusy] = useState<string | null>(null);
  const downloadWithGrant = async (url: string) => {
    setBusy(url);
    try {
      const grant = await ensureGrant();
      if (grant) startDownload(withToken(url, grant));
    } catch (error) {
      toast({ title: faultText(error), kind: 'error' });
    }
    setBusy(null);
  };
  return { busy, start: (url: string) => void downloadWithGrant(url) };
}
