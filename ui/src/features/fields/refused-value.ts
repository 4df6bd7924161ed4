import { isLoggedIn } from '~/api/session';
import { createPersonalStore } from '~/kit/store';
import { toast } from '~/kit/toast';

/** A value that the server refused, and why. */
interface RefusedValue {
  readonly entryId: string;
  readonly fieldId: string;
  readonly content: string;
  readonly reason: string;
}

const refused = createPersonalStore<RefusedValue | null>(null);

/** The refused value that waits for another try at an entry. */
export function useRefusedValue(entryId: string): RefusedValue | null {
  const value = refused.use();
  return value?.entryId === entryId ? value : null;
}

/** The form of one of these fields is closed. */
export function forgetRefusedValue(fieldIds: readonly string[]): void {
  if (fieldIds.includes(refused.get()?.fieldId ?? '')) refused.set(null);
}

/** Opens the form of a value again with the reason, where its entry is still shown and no form is open; a message says it elsewhere. */
export function showRefusedValue(value: RefusedValue, title: string): void {
  if (!isLoggedIn()) return;
  const shown = document.querySelector(`[data-tags="${CSS.escape(value.entryId)}"]`);
  if (shown && !shown.querySelector('form')) refused.set(value);
  else toast({ title: `${title} (${value.content}): ${value.reason}`, kind: 'error', timeout: 6000 });
}
