import { databases } from '~/api/personal';
import type { UploadState } from '~/api/types';
import type { Thread } from './thread';

/** An upload as it is kept between two visits. */
interface Remembered {
  readonly id: string;
  readonly userId: string;
  readonly thread: Thread;
  /** Lets the upload go on without choosing the file again, where the browser gives such handles. */
  readonly handle?: FileSystemFileHandle;
}

const DATABASE = databases.uploads;
const STORE = 'uploads';

/** Uploads of this browser in IndexedDB. Without one (private windows) nothing is remembered and nothing fails. */
export class Memory {
  #database: Promise<IDBDatabase | null> | null = null;

  async put(entries: readonly Remembered[]): Promise<void> {
    await this.#write((store) => entries.forEach((entry) => store.put(entry)));
  }

  /** Renews the threads of existing entries and leaves their handles. */
  async update(threads: readonly Thread[]): Promise<void> {
    await this.#write((store) => {
      for (const thread of threads) {
        const found = store.get(thread.id);
        found.addEventListener('success', () => {
          const entry = found.result as Remembered | undefined;
          if (entry) store.put({ ...entry, thread });
        });
      }
    });
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.#write((store) => ids.forEach((id) => store.delete(id)));
  }

  async all(userId: string): Promise<Remembered[]> {
    const database = await this.#open();
    if (!database) return [];
    const request = database.transaction(STORE).objectStore(STORE).getAll();
    const entries = await new Promise<Remembered[]>((resolve) => {
      request.addEventListener('success', () => resolve(request.result as Remembered[]));
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

/** A thread as it comes back after a reload: stopped, and without its file. */
export function recallThread(thread: Thread): Thread {
  return {
    ...thread,
    status: 'PAUSE',
    needsFile: true,
    hashing: null,
    lost: false,
    asks: false,
    problem: null,
    sent: Math.min(thread.chunkUploadedCount * thread.chunkSize, thread.length),
  };
}

/** A thread for an upload that only the server knows: it was begun on another machine. */
export function foreign(spaceId: string, upload: UploadState): Thread {
  const done = Math.max(0, upload.chunk_number);
  const thread: Thread = {
    id: upload.upload_id,
    batch: upload.upload_id,
    spaceId,
    directoryId: upload.directory_id,
    key: upload.key,
    relativePath: upload.relative_path,
    contentType: upload.content_type,
    length: upload.file_size,
    lastModified: null,
    chunkSize: upload.chunk_size,
    chunkCount: upload.chunk_count,
    chunkUploadedCount: done,
    checksum: upload.checksum,
    uploadId: upload.upload_id,
    status: 'PAUSE',
    sent: 0,
    hashing: null,
    problem: null,
    lost: false,
    asks: false,
    onDuplicate: null,
    unsure: false,
    bundles: false,
    partLimit: null,
    needsFile: true,
    outcome: null,
    fileId: null,
    landedIn: null,
  };
  return recallThread(thread);
}

/** Whether `file` may be the one that `thread` waits for. Its content is compared when the upload is named again. */
export function matchesThread(thread: Thread, file: { name: string; size: number }): boolean {
  return thread.needsFile && thread.key === file.name && thread.length === file.size;
}
