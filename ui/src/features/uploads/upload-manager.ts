import { createContext, useContext, useSyncExternalStore } from 'react';
import type { UploadState } from '~/api/types';
import { Fault } from '~/api/fault';
import { t } from '~/i18n';
import { newId } from '~/kit/new-id';
import { toast } from '~/kit/toast';
import { callsAs, listSessions, type Token } from './calls';
import { Engine } from './engine';
import { fingerprint, WorkerHasher } from './hasher';
import { matchesUpload, uploadFromServer, UploadJournal, restoreUpload } from './upload-journal';
import { pickOne } from './ask-input';
import { isUnderWay } from './status';
import { UploadStore, type Snapshot } from './store';
import { answerTabs, otherTabsIds } from './tabs';
import type { OnDuplicate, Source, Target, ClientUpload } from './client-upload';

interface UploadManagerOptions {
  /** The sender's token; without it the uploads are the signed-in user's. */
  readonly token?: Token;
  /** Identifies the user or visit whose interrupted uploads come back after a reload. */
  readonly owner: () => string;
  readonly onLanded: (upload: ClientUpload, file: File | undefined) => void;
  /** False for visits: files go one by one, and the drive is not shown to the sender. */
  readonly isMember: boolean;
}

const journal = new UploadJournal();
const hasher = new WorkerHasher(
  () => new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module', name: 'hash' }),
);

/** The uploads of one user or visit in this tab, and the actions of the tray. They continue across pages. */
export class UploadManager {
  readonly engine: Engine;
  readonly isMember: boolean;
  readonly #store = new UploadStore();
  readonly #handles = new Map<string, FileSystemFileHandle>();
  readonly #options: UploadManagerOptions;

  constructor(options: UploadManagerOptions) {
    this.#options = options;
    this.isMember = options.isMember;
    this.engine = new Engine({
      store: this.#store,
      transport: callsAs(options.token),
      hasher,
      newId,
      bundles: options.isMember,
      onLanded: options.onLanded,
      onRemember: (uploads) => void journal.update(uploads),
      onForget: (ids) => {
        ids.forEach((id) => this.#handles.delete(id));
        void journal.remove(ids);
      },
    });
  }

  readonly subscribe = (listener: () => void) => this.#store.subscribe(listener);
  readonly snapshot = (): Snapshot => this.#store.snapshot();

  /** Adds files; those that an interrupted upload waits for go on where it stopped. */
  async addSources(target: Target, sources: readonly Source[], onDuplicate: OnDuplicate | null = null): Promise<void> {
    const waiting = this.#store.all().filter((upload) => upload.needsFile && upload.directoryId === target.directoryId);
    const fresh: Source[] = [];
    for (const source of sources) {
      const known = waiting.find(
        (upload) => matchesUpload(upload, source.file) && upload.relativePath === source.relativePath,
      );
      if (!known || !(await this.resumeWithFile(known, source.file))) fresh.push(source);
    }
    if (fresh.length === 0) return;
    const uploads = this.engine.add(target, fresh, onDuplicate);
    const userId = this.#options.owner();
    await journal.put(
      uploads.map((upload, index) => ({ id: upload.id, userId, thread: upload, handle: fresh[index]?.handle })),
    );
  }

  /** A new version of the file `name`: it has to have the same name. */
  async addVersion(target: Target, name: string, file: File): Promise<void> {
    if (file.name.normalize('NFC') === name.normalize('NFC')) {
      await this.addSources(target, [{ file, relativePath: '' }], 'version');
    } else {
      toast({ title: t('uploads.otherName', { name }), kind: 'error', timeout: 6000 });
    }
  }

  /** Resumes an upload of an earlier visit with its file; false when the content is another one. */
  async resumeWithFile(upload: ClientUpload, file: File): Promise<boolean> {
    if (!matchesUpload(upload, file)) return false;
    if (upload.checksum && !(await isSameContent(upload.checksum, file))) return false;
    this.engine.resume(upload.id, file);
    return true;
  }

  /** Gets the file of an interrupted upload: by its handle, or else the user chooses it again. */
  async chooseFileAgain(upload: ClientUpload): Promise<void> {
    if (await this.#resumeFromHandle(upload)) return;
    pickOne((file) => {
      void this.resumeWithFile(upload, file).then((isSame) => {
        if (!isSame) toast({ title: t('uploads.otherFile', { name: upload.key }), kind: 'error' });
      });
    });
  }

  pauseOne(id: string): void {
    this.engine.pause(id);
    showPaused();
  }

  pauseAll(): void {
    this.engine.pauseAll();
    showPaused();
  }

  /** Uploads whose connection was lost continue when it is back; other tabs learn of the running uploads here. */
  readonly watchConnection = (): (() => void) => {
    const resumeLost = () => this.engine.resumeLost();
    addEventListener('online', resumeLost);
    const silence = answerTabs(() => this.#idsUnderWay());
    return () => {
      removeEventListener('online', resumeLost);
      silence();
    };
  };

  /** Brings back uploads interrupted by a reload or begun on another machine. Call it once per workspace. */
  async recall(spaceId: string): Promise<void> {
    const [elsewhere, entries, sessions] = await Promise.all([
      otherTabsIds(),
      journal.all(this.#options.owner()),
      this.#listSessionsOrNone(spaceId),
    ]);
    // Uploads may have begun while this was asked: look at the list only now.
    const ids = new Set(this.#store.all().map(({ id }) => id));
    const mine = entries.filter(({ id, thread }) => thread.spaceId === spaceId && !ids.has(id) && !elsewhere.has(id));
    for (const { id, handle } of mine) if (handle) this.#handles.set(id, handle);
    const sent = new Map(
      sessions.map((session) => [identity(uploadFromServer(spaceId, session)), session.chunk_number]),
    );
    const back = mine.map(({ thread: upload }) =>
      restoreUpload({ ...upload, chunkUploadedCount: sent.get(identity(upload)) ?? upload.chunkUploadedCount }),
    );
    const known = new Set([...this.#store.all(), ...back].map(identity));
    const others = sessions
      .filter(({ upload_id: id }) => !elsewhere.has(id))
      .map((session) => uploadFromServer(spaceId, session))
      .filter((upload) => !known.has(identity(upload)));
    this.engine.recall([...back, ...others]);
  }

  async #listSessionsOrNone(spaceId: string): Promise<UploadState[]> {
    try {
      return await listSessions(spaceId, this.#options.token?.());
    } catch (error) {
      // The list is a convenience: what the journal has is shown all the same.
      if (error instanceof Fault) return [];
      throw error;
    }
  }

  /** Resumes from the remembered handle, when there is one and the user lets the page read it again. */
  async #resumeFromHandle(upload: ClientUpload): Promise<boolean> {
    const handle = this.#handles.get(upload.id);
    if (!handle) return false;
    const file = await reopenFile(handle);
    return file !== null && this.resumeWithFile(upload, file);
  }

  /** Ids and sessions of the running uploads in this tab. */
  #idsUnderWay(): string[] {
    return this.#store
      .all()
      .filter(({ status, needsFile }) => isUnderWay(status) || (status === 'PAUSE' && !needsFile))
      .flatMap(({ id, uploadId }) => (uploadId ? [id, uploadId] : [id]));
  }
}

const UploadManagerContext = createContext<UploadManager | null>(null);
export const UploadManagerProvider = UploadManagerContext.Provider;

/** The uploadManager that the tray belongs to. */
export function useUploadManager(): UploadManager {
  const uploadManager = useContext(UploadManagerContext);
  if (!uploadManager) throw new Error('the tray needs an upload manager');
  return uploadManager;
}

/** Uploads, redrawn at most once per frame. */
export const useUploads = ({ subscribe, snapshot }: UploadManager): Snapshot =>
  useSyncExternalStore(subscribe, snapshot);

function showPaused(): void {
  toast({ title: t('uploads.queued'), timeout: 1000, id: 'uploads-paused' });
}

/** Uploads of one identity are the same one as far as this browser can tell; the server compares their checksums. */
function identity({ directoryId, relativePath, key, length }: ClientUpload): string {
  return JSON.stringify([directoryId, relativePath, key, length]);
}

/** The time in a fingerprint is that of one machine's copy; the bytes decide. */
async function isSameContent(checksum: string, file: File): Promise<boolean> {
  const { signal } = new AbortController();
  if (!checksum.startsWith('fp:')) return (await hasher.hash([file], signal)) === checksum;
  return (await fingerprint(file, hasher, signal)).slice(-64) === checksum.slice(-64);
}

async function reopenFile(handle: FileSystemFileHandle): Promise<File | null> {
  const ask = (handle as { requestPermission?: (how: { mode: 'read' }) => Promise<PermissionState> }).requestPermission;
  if (ask && (await ask.call(handle, { mode: 'read' })) !== 'granted') return null;
  return handle.getFile().catch(() => null);
}
