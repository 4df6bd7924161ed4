import { useState } from 'react';
import { faultText } from '~/api/fault';
import type { SharedGrant } from '~/api/types';
import { toast } from '~/kit/toast';
import { save } from './save';

/** An address that a grant gave, for the token of a later one. */
const under = (url: string, { download_token: token }: SharedGrant) => url.replace(/([?&]token=)[^&]*/, `$1${token}`);

/** Downloads what a grant gives. The grant is opened anew when it is over. */
export function useTaking(current: () => Promise<SharedGrant | null>) {
  const [busy, setBusy] = useState<string | null>(null);
  const saveToDrive = async (url: string) => {
    setBusy(url);
    try {
      const now = await current();
      if (now) save(under(url, now));
    } catch (error) {
      toast({ title: faultText(error), kind: 'error' });
    }
    setBusy(null);
  };
  return { busy, take: (url: string) => void saveToDrive(url) };
}
