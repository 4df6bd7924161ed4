import { providerAddress, type Provider } from './api';

/** What somebody went to a provider for; it waits in this tab until they are back. */
interface Journey {
  provider: string;
  title: string;
  purpose: 'login' | 'link';
  /** Where on this site they go on. */
  target: string;
}

const key = 'anbar-provider';

/** Only pages of the web: an address of another kind could be a script. */
const isPage = (address: string) => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);

/** Leads to a provider, to sign in with it or to connect it. Rejects with what the server said. */
export async function visitProvider(
  { id, title }: Pick<Provider, 'id' | 'title'>,
  purpose: Journey['purpose'],
  target: string,
): Promise<void> {
  const { url } = await providerAddress(id, purpose);
  if (!isPage(url)) throw new Error('the provider has no page');
  const journey: Journey = { provider: id, title, purpose, target };
  sessionStorage.setItem(key, JSON.stringify(journey));
  location.assign(url);
}

/** What this tab went to that provider for. It is told once. */
export function journeyTo(provider: string): Journey | null {
  const kept = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  try {
    const journey = JSON.parse(kept ?? 'null') as Journey | null;
    return journey?.provider === provider ? journey : null;
  } catch {
    return null;
  }
}
