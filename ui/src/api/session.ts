import { useSyncExternalStore } from 'react';
import { createEmitter } from '~/kit/store';
import type { Tokens } from './types';

const accessKey = 'access_token';
const refreshKey = 'refresh_token';
const changes = createEmitter();

/** The claims of an access token; the signature is the server's business. */
function claims(token: string): Record<string, unknown> | null {
  for (const part of token.split('.')) {
    try {
      const bytes = atob(part.replace(/-/g, '+').replace(/_/g, '/'));
      const value: unknown = JSON.parse(bytes);
      if (typeof value === 'object' && value !== null && ('sub' in value || 'user_id' in value)) return { ...value };
    } catch {
      continue;
    }
  }
  return null;
}

/** The stored tokens, or null unless both exist and the access token can be read. */
export function tokens(): Tokens | null {
  const access = localStorage.getItem(accessKey);
  const refresh = localStorage.getItem(refreshKey);
  return access && refresh && claims(access) ? { access, refresh } : null;
}

export const isLoggedIn = () => tokens() !== null;

/** The user whom the access token names. */
export function userId(): string | null {
  const stored = tokens();
  const found = stored && claims(stored.access);
  const id = found?.user_id ?? found?.sub;
  return typeof id === 'string' ? id : null;
}

export function storeTokens(next: Tokens) {
  localStorage.setItem(accessKey, next.access);
  localStorage.setItem(refreshKey, next.refresh);
  changes.emit();
}

export function clearTokens() {
  localStorage.removeItem(accessKey);
  localStorage.removeItem(refreshKey);
  changes.emit();
}

function subscribe(listener: () => void) {
  // Signing in or out in another tab counts here too.
  const onStorage = (event: StorageEvent) => {
    if (event.key === accessKey || event.key === refreshKey || event.key === null) listener();
  };
  const stop = changes.subscribe(listener);
  addEventListener('storage', onStorage);
  return () => {
    stop();
    removeEventListener('storage', onStorage);
  };
}

/** The user who is signed in on this browser, or null; changes in other tabs arrive here. */
export const useUserId = () => useSyncExternalStore(subscribe, userId);
