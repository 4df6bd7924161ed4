import type { Provider } from '~/api/types';
import { providerPage } from './api';

/** The purpose of a redirect to a provider, kept in this tab until the browser returns. */
interface PendingRedirect {
  provider: string;
  purpose: 'login' | 'link';
}

const key = 'anbar-provider';

/**
 * Leads to a provider, to sign in with it or to connect it; the server remembers the page to return to.
 * Rejects with the server's error.
 */
export async function visitProvider(
  provider: Provider['id'],
  purpose: PendingRedirect['purpose'],
  target = '',
): Promise<void> {
  const { url } = await providerPage(provider, purpose, target);
  // An address of another kind could be a script.
  if (!/^https?:\/\//.test(url)) throw new Error('the provider has no page');
  const pending: PendingRedirect = { provider, purpose };
  sessionStorage.setItem(key, JSON.stringify(pending));
  location.assign(url);
}

/** Whether this tab went to that provider to connect it. It is told once. */
export function takeLinkRedirect(provider: string): boolean {
  const kept = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  try {
    const pending = JSON.parse(kept ?? 'null') as PendingRedirect | null;
    return pending?.provider === provider && pending.purpose === 'link';
  } catch {
    return false;
  }
}
