import { hasPasskeys } from '~/api/webauthn';

const numbers = /^[\d.]+$|^\[.*\]$/;

/** The reason why no passkey can be made here, as the name of its words; null when one can. */
export function obstacle(): 'overHttp' | 'byNumber' | 'oldBrowser' | null {
  if (!isSecureContext) return 'overHttp';
  if (numbers.test(location.hostname)) return 'byNumber';
  return hasPasskeys() ? null : 'oldBrowser';
}

/** A suggested name for a passkey of this device. */
export function suggestedName(agent: string): string {
  const systems: [RegExp, string][] = [
    [/iPhone/, 'iPhone'],
    [/iPad/, 'iPad'],
    [/Android/, 'Android'],
    [/Windows/, 'Windows'],
    [/Macintosh/, 'Mac'],
    [/Linux|X11/, 'Linux'],
  ];
  return systems.find(([pattern]) => pattern.test(agent))?.[1] ?? '';
}
