import { createStore } from '~/kit/store';
import type { User } from './types';

/** A text that was being written when the session ended. */
export interface UnsentText {
  readonly label: string;
  readonly text: string;
}

/** A session that the server ended while its person was at work. It is kept in the memory of the tab alone. */
export interface LostSession {
  readonly reason: 'ended' | 'expired' | 'copied';
  readonly userId: string;
  /** What the person signed in by: an address or a number; empty if it is not known. */
  readonly login: string;
  readonly texts: readonly UnsentText[];
}

const store = createStore<LostSession | null>(null);

export const useLostSession = store.use;
/** Someone signed in: nothing is left for another person, nor when nothing was written. */
export function noteSignIn(userId: string | null): void {
  const lost = store.get();
  if (lost && (lost.userId !== userId || lost.texts.length === 0)) store.set(null);
}

export const forgetLostSession = () => store.set(null);

export function noteLostSession(reason: unknown, userId: string, me: User | undefined): void {
  store.set({
    reason: reason === 'expired' || reason === 'copied' ? reason : 'ended',
    userId,
    login: me?.email || me?.mobile || '',
    texts: collectTexts(),
  });
}

/** What is written in dialogs that are open: but for passwords, and what stood there before. */
function collectTexts(): UnsentText[] {
  const found: UnsentText[] = [];
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    '[role=dialog] :is(input[type=text], input[type=email], input[type=url], input:not([type]), textarea):read-write',
  )) {
    const chips = field.closest('[data-chips]')?.getAttribute('data-chips') ?? '';
    const text = [chips, field.value].filter(Boolean).join(' ');
    if (!text.trim() || text === field.defaultValue) continue;
    found.push({ label: labelOf(field), text });
  }
  return found;
}

const labelOf = (field: HTMLInputElement | HTMLTextAreaElement) =>
  field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent?.trim() ?? '';
