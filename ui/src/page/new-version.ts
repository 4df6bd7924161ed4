const GUARD = 'anbar-new-version';
const PATIENCE = 5000;

/** What was found on the server when code of this page was missing. */
export type Version = 'same' | 'reloading' | 'waits';

/** The files that a page begins with, which name all others: other ones are another version. */
const entryScripts = (page: Document) =>
  [...page.querySelectorAll('script[type=module][src]')].map((script) => script.getAttribute('src')).join(' ');

async function onServer(): Promise<string> {
  const answer = await fetch('/index.html', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) });
  return answer.ok ? entryScripts(new DOMParser().parseFromString(await answer.text(), 'text/html')) : '';
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLElement;

const typedIn = new Set<Field>();

const textOf = (field: Field) => ('value' in field ? field.value : field.textContent);

/** Remembers the fields that somebody types in; a page does it once. */
export function watchTyping() {
  addEventListener(
    'input',
    ({ target }) => {
      if (target instanceof HTMLElement) typedIn.add(target);
    },
    { capture: true },
  );
}

function hasTyped(): boolean {
  for (const field of typedIn) if (!field.isConnected) typedIn.delete(field);
  return [...typedIn].some((field) => textOf(field));
}

/** Whatever must not be lost keeps the page from being left: uploads, editors, marks; and so does a text that was typed. */
function isBusy(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true });
  dispatchEvent(leaving);
  return leaving.defaultPrevented || hasTyped();
}

/**
 * Looks whether the server has another version of the program, and loads it by itself, once. It waits for the user when
 * something would be lost.
 */
export async function takeNewVersion(): Promise<Version> {
  try {
    const now = await onServer();
    if (!now || now === entryScripts(document)) return 'same';
    if (sessionStorage.getItem(GUARD) === now || isBusy()) return 'waits';
    sessionStorage.setItem(GUARD, now);
    location.reload();
    return 'reloading';
  } catch {
    return 'same'; // without an answer nothing is known of a version
  }
}

/** Whether an error says that code could not be fetched; browsers have no other sign of it. */
export const isMissingCode = (error: unknown) =>
  error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message);
