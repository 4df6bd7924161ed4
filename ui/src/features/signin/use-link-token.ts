import { useState } from 'react';

/** The secret of a link in a mail. It leaves the address at once, so that it stays in no history and no picture of the screen. */
export function useLinkToken(): string {
  const [token] = useState(() => {
    const found = new URLSearchParams(location.search).get('token') ?? '';
    // A reload finds it beside the address.
    const kept: unknown = history.state;
    const before: unknown = typeof kept === 'object' && kept !== null ? Reflect.get(kept, 'token') : undefined;
    if (found) history.replaceState({ token: found }, '', location.pathname);
    return found || (typeof before === 'string' ? before : '');
  });
  return token;
}
