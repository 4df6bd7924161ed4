import { databases } from '~/api/personal';
import type { UploadState } from '~/api/types';
import type { ClientUpload } from './client-upload';

/** A record of the journal. */
interface JournalEntry {
  readonly id: string;
  readonly userId: string;
  /** Records keep this name from one program to the next. */
  readonly thread: ClientUpload;
  /** Lets the upload go on without choosing the file again, where the browser gives such handles. */
  readonly handle?: FileSystemFileHandle;
}

const DATABASE = databases.uploads;
const STORE = 'uploads';

/** The uploads of this browser in IndexedDB, from one visit to the next. Without one (private windows) it is empty and nothing fails. */
export class UploadJournal {
  #database: Promise<IDBDatabase | null> | null = null;

  async put(entries: readonly JournalEntry[]): Promise<void> {
    await this.#write((store) => entries.forEach((entry) => store.put(entry)));
  }

  /** Renews uploads that have an entry and leaves their handles. */
  async update(uploads: readonly ClientUpload[]): Promise<void> {
    await this.#write((store) => {
      for (const upload of uploads) {
        const found = store.get(upload.id);
        found.addEventListener('success', () => {
          const entry = found.result as JournalEntry | undefined;
          if (entry) store.put({ ...entry, thread: upload });
        });
      }
    });
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.#write((store) => ids.forEach((id) => store.delete(id)));
  }

  async all(userId: string): Promise<JournalEntry[]> {
    const database = await this.#open();
    if (!database) return [];
    const request = database.transaction(STORE).objectStore(STORE).getAll();
    const entries = await new Promise<JournalEntry[]>((resolve) => {
      request.addEventListener('success', () => resolve(request.result as JournalEntry[]));
      request.addEventListener('error', () => resolve([]));
    });
    return entries.filter((entry) => entry.userId === userId);
  }

  async #write(change: (store: IDBObjectStore) => void): Promise<void> {
    const database = await this.#open();
    if (!database) return;
    const transaction = database.transaction(STORE, 'readwrite');
    change(transaction.objectStore(STORE));
    await new Promise<void>((resolve) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () => resolve());
    });
  }

  #open(): Promise<IDBDatabase | null> {
    this.#database ??= new Promise((resolve) => {
      if (!('indexedDB' in globalThis)) return resolve(null);
      const request = indexedDB.open(DATABASE, 1);
      request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE, { keyPath: 'id' }));
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => resolve(null));
    });
    return this.#database;
  }
}

/** An upload as it comes back after a reload: stopped, and without its file. */
export function restoreUpload(upload: ClientUpload): ClientUpload {
  return {
    ...upload,
    // Records of an earlier program have neither.
    copied: upload.copied ?? 0,
    whole: upload.whole ?? false,
    status: 'PAUSE',
    needsFile: true,
    hashing: null,
    lost: false,
    asks: false,
    problem: null,
    sent: Math.min(upload.chunkUploadedCount * upload.chunkSize, upload.length),
  };
}

/** An upload that only the server knows: it was begun on another machine. */
export function uploadFromServer(spaceId: string, session: UploadState): ClientUpload {
  const done = Math.max(0, session.chunk_number);
  const upload: ClientUpload = {
    id: session.upload_id,
    batch: session.upload_id,
    spaceId,
    directoryId: session.directory_id,
    key: session.key,
    relativePath: session.relative_path,
    contentType: session.content_type,
    length: session.file_size,
    lastModified: null,
    chunkSize: session.chunk_size,
    chunkCount: session.chunk_count,
    chunkUploadedCount: done,
    checksum: session.checksum,
    uploadId: session.upload_id,
    status: 'PAUSE',
    sent: 0,
    copied: 0,
    whole: false,
    hashing: null,
    problem: null,
    lost: false,
    asks: false,
    onDuplicate: null,
    unsure: false,
    bundles: false,
    single: false,
    partLimit: null,
    needsFile: true,
    outcome: null,
    fileId: null,
    landedIn: null,
  };
  return restoreUpload(upload);
}

/** Whether `file` may be the one that `upload` waits for. Its content is compared when the upload is named again. */
export function matchesUpload(upload: ClientUpload, file: { name: string; size: number }): boolean {
  return upload.needsFile && upload.key === file.name && upload.length === file.size;
}
