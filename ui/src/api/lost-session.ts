import { createPersonalStore, createStore } from '~/kit/store';
import { keyOf } from './keys';
import { queryClient } from './query';
import { accessKey, endReason, userOf, type EndReason } from './session';
import type { User } from './types';

/** A text that was being written when the session ended. */
export interface UnsentText {
  readonly label: string;
  readonly text: string;
}

/** A session that the server ended while its person was at work. It is kept in the memory of the tab alone. */
export interface LostSession {
  readonly reason: EndReason;
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

/** Has to be called before the page of the session is taken away. */
export function noteLostSession(reason: EndReason, userId: string): void {
  const me = queryClient.getQueryData<User>(keyOf('me'));
  store.set({ reason, userId, login: me?.email || me?.mobile || '', texts: collectTexts() });
}

const underWay = createPersonalStore<readonly UnsentText[]>([]);

/** Notes a text whose field is closed while its call is under way. The returned function says that the call has been answered. */
export function noteUnsent(text: UnsentText): () => void {
  underWay.set([...underWay.get(), text]);
  return () => underWay.set(underWay.get().filter((one) => one !== text));
}

/** The fields that somebody has written in: a field that was filled in for them has nothing to lose. */
const written = new WeakSet<EventTarget>();

/** Has to be called before the page is drawn for the first time: what another tab hears takes the page away. */
export function watchForLoss(): void {
  addEventListener('input', ({ target }) => target && written.add(target), true);
  addEventListener('storage', ({ key, oldValue, newValue }: StorageEvent) => {
    if (key !== accessKey || !oldValue || newValue) return;
    const reason = endReason();
    const user = userOf(oldValue);
    if (reason && user) noteLostSession(reason, user);
  });
}

/** What is under way, and what somebody wrote in the dialogs that are open, without passwords, also while one is shown. */
function collectTexts(): UnsentText[] {
  const found = [...underWay.get()];
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    '[role=dialog] :is(input[type=text], input[type=email], input[type=url], input:not([type]), textarea):read-write',
  )) {
    if (!written.has(field) || field.autocomplete.includes('password')) continue;
    const chips = field.closest('[data-chips]')?.getAttribute('data-chips') ?? '';
    const text = [chips, field.value].filter(Boolean).join(' ');
    if (text.trim()) found.push({ label: labelOf(field), text });
  }
  return found;
}

const labelOf = (field: HTMLInputElement | HTMLTextAreaElement) =>
  field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent?.trim() ?? '';
