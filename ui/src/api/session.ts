import { useSyncExternalStore } from 'react';
import { createEmitter } from '~/kit/store';
import type { Tokens } from './types';

export const accessKey = 'access_token';
const refreshKey = 'refresh_token';
/** Why the session ended that this browser had; for the other tabs, which see the tokens go. */
const endKey = 'session_end';
const changes = createEmitter();

const endReasons = ['ended', 'expired', 'copied'] as const;

/** Why the server ended a session. */
export type EndReason = (typeof endReasons)[number];

export const toEndReason = (text: unknown): EndReason | null => endReasons.find((reason) => reason === text) ?? null;

/** Why the server ended the last session; null when its person signed out. */
export const endReason = () => toEndReason(localStorage.getItem(endKey));

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

/** The user whom an access token names. */
export function userOf(access: string): string | null {
  const found = claims(access);
  const id = found?.user_id ?? found?.sub;
  return typeof id === 'string' ? id : null;
}

/** The user who is signed in. */
export function userId(): string | null {
  const stored = tokens();
  return stored && userOf(stored.access);
}

export function storeTokens(next: Tokens) {
  localStorage.removeItem(endKey);
  localStorage.setItem(accessKey, next.access);
  localStorage.setItem(refreshKey, next.refresh);
  changes.emit();
}

/** With the reason when the server ended the session. */
export function clearTokens(reason?: EndReason) {
  if (reason) localStorage.setItem(endKey, reason);
  else localStorage.removeItem(endKey);
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
