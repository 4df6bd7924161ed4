/**
 * What this browser keeps of a person, in one place. After a sign-out nothing of it is left but what `stays` names; a new
 * kind of data goes by itself.
 */

/** The databases. boundaries.test.ts lets no file open another one. */
export const databases = {
  offline: 'anbar-offline',
  signatures: 'anbar-signatures',
  uploads: 'anbar-uploads',
  incoming: 'anbar-incoming',
  /** Edits that are not saved. They are sealed for their person, who is asked about them before a sign-out. */
  edits: 'anbar-edits',
} as const;

/**
 * Entries of localStorage that stay: how the program looks on this device, why the server ended the last session, and the secret by
 * which the server knows this browser again. The tokens go by themselves, and those of the next person must not.
 */
const stays: ReadonlySet<string> = new Set([
  'access_token',
  'refresh_token',
  'session_end',
  'device_token',
  'lang',
  'theme',
  'start_at',
  'tray',
  'pwa_install',
  'pwa_install_no_at',
  'anbar-shared-layout',
  'files_view',
]);

/** Empties a database as it is, and makes none that is not there. */
function empty(name: string): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.open(name);
    request.addEventListener('upgradeneeded', () => request.transaction?.abort());
    request.addEventListener('error', () => resolve());
    request.addEventListener('success', () => {
      const database = request.result;
      const close = () => {
        database.close();
        resolve();
      };
      const names = [...database.objectStoreNames];
      if (names.length === 0) return close();
      const transaction = database.transaction(names, 'readwrite');
      for (const store of names) transaction.objectStore(store).clear();
      transaction.addEventListener('complete', close);
      return transaction.addEventListener('abort', close);
    });
  });
}

/** Empties what only a person who is signed in has here. */
export async function emptyDatabases(): Promise<void> {
  if (!('indexedDB' in globalThis)) return;
  await Promise.all([databases.offline, databases.signatures, databases.uploads].map((name) => empty(name)));
}

/** Takes everything of the person who is signed in no more out of this browser, but edits that they chose to keep. */
export async function wipePersonal(): Promise<void> {
  for (const key of Object.keys(localStorage)) if (!stays.has(key)) localStorage.removeItem(key);
  sessionStorage.clear();
  if (!('indexedDB' in globalThis)) return;
  await Promise.all([emptyDatabases(), empty(databases.incoming)]);
}
