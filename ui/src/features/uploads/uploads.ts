import { useSyncExternalStore } from 'react';
import { Fault } from '~/api/fault';
import { userId } from '~/api/session';
import { t } from '~/i18n';
import { toast } from '~/kit/toast';
import { calls, openUploads } from './calls';
import { Engine } from './engine';
import { fingerprint, WorkerHasher } from './hasher';
import { hasLanded } from './landed';
import { fits, foreign, Memory, recalled } from './memory';
import { ThreadStore, type Snapshot } from './store';
import { isUnderWay } from './status';
import { pickOne } from './start';
import { answerTabs, otherTabsIds } from './tabs';
import type { OnDuplicate, Source, Target, Thread } from './thread';

const store = new ThreadStore();
const memory = new Memory();
const handles = new Map<string, FileSystemFileHandle>();
const hasher = new WorkerHasher(
  () => new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module', name: 'hash' }),
);

/** The uploads of this tab. They go on whatever page is shown. */
export const engine = new Engine({
  store,
  transport: calls,
  hasher,
  newId,
  onLanded: hasLanded,
  onRemember: (threads) => void memory.update(threads),
  onForget: (ids) => {
    ids.forEach((id) => handles.delete(id));
    void memory.remove(ids);
  },
});

/** Uploads, redrawn at most once per frame. */
export const useUploads = (): Snapshot => useSyncExternalStore(store.subscribe, store.snapshot);

/** Adds files; those that an interrupted upload waits for go on where it stopped. */
export async function addSources(
  target: Target,
  sources: readonly Source[],
  onDuplicate: OnDuplicate | null = null,
): Promise<void> {
  const waiting = store.all().filter((thread) => thread.needsFile && thread.directoryId === target.directoryId);
  const fresh: Source[] = [];
  for (const source of sources) {
    const known = waiting.find((thread) => fits(thread, source.file) && thread.relativePath === source.relativePath);
    if (!known || !(await giveFile(known, source.file))) fresh.push(source);
  }
  if (fresh.length === 0) return;
  const threads = engine.add(target, fresh, onDuplicate);
  const owner = userId() ?? '';
  await memory.put(
    threads.map((thread, index) => ({ id: thread.id, userId: owner, thread, handle: fresh[index]?.handle })),
  );
}

/** A new version of the file `name`: it has to have the same name. */
export async function addVersion(target: Target, name: string, file: File): Promise<void> {
  if (file.name.normalize('NFC') === name.normalize('NFC')) {
    await addSources(target, [{ file, relativePath: '' }], 'version');
  } else {
    toast({ title: t('uploads.otherName', { name }), kind: 'error', timeout: 6000 });
  }
}

/** Resumes an upload of an earlier visit with its file; false when the content is another one. */
export async function giveFile(thread: Thread, file: File): Promise<boolean> {
  if (!fits(thread, file)) return false;
  if (thread.checksum && !(await isSameContent(thread.checksum, file))) return false;
  engine.resume(thread.id, file);
  return true;
}

/** The file of an interrupted upload: from its handle, else the person chooses it again. */
export async function chooseAgain(thread: Thread): Promise<void> {
  if (await resumeFromHandle(thread)) return;
  pickOne((file) => {
    void giveFile(thread, file).then((taken) => {
      if (!taken) toast({ title: t('uploads.otherFile', { name: thread.key }), kind: 'error' });
    });
  });
}

export function pauseOne(id: string): void {
  engine.pause(id);
  sayPaused();
}

export function pauseAll(): void {
  engine.pauseAll();
  sayPaused();
}

function sayPaused(): void {
  toast({ title: t('uploads.queued'), timeout: 1000, id: 'uploads-paused' });
}

const resumeLost = () => engine.resumeLost();

/** Uploads whose connection was lost go on when it is back; other tabs hear what is under way here. */
export function watchConnection(): () => void {
  addEventListener('online', resumeLost);
  const silence = answerTabs(idsUnderWay);
  return () => {
    removeEventListener('online', resumeLost);
    silence();
  };
}

/** Resumes from the remembered handle, when there is one and the person lets the page read it again. */
async function resumeFromHandle(thread: Thread): Promise<boolean> {
  const handle = handles.get(thread.id);
  if (!handle) return false;
  const file = await readAgain(handle);
  return file !== null && giveFile(thread, file);
}

/** Brings back what was interrupted by a reload or begun on another machine. Call it once per workspace. */
export async function recall(spaceId: string): Promise<void> {
  const [elsewhere, entries, sessions] = await Promise.all([
    otherTabsIds(),
    memory.all(userId() ?? ''),
    serverSessions(spaceId),
  ]);
  // Uploads may have begun while this was asked: look at the list only now.
  const ids = new Set(store.all().map(({ id }) => id));
  const mine = entries.filter(({ id, thread }) => thread.spaceId === spaceId && !ids.has(id) && !elsewhere.has(id));
  for (const { id, handle } of mine) if (handle) handles.set(id, handle);
  const sent = new Map(sessions.map((upload) => [identity(foreign(spaceId, upload)), upload.chunk_number]));
  const back = mine.map(({ thread }) =>
    recalled({ ...thread, chunkUploadedCount: sent.get(identity(thread)) ?? thread.chunkUploadedCount }),
  );
  const known = new Set([...store.all(), ...back].map(identity));
  const others = sessions
    .filter(({ upload_id: id }) => !elsewhere.has(id))
    .map((upload) => foreign(spaceId, upload))
    .filter((thread) => !known.has(identity(thread)));
  engine.recall([...back, ...others]);
}

/** What makes two uploads one, on the server too. */
function identity({ directoryId, relativePath, key, length }: Thread): string {
  return JSON.stringify([directoryId, relativePath, key, length]);
}

async function serverSessions(spaceId: string) {
  try {
    return await openUploads(spaceId);
  } catch (error) {
    // The list is a convenience: what this browser remembers is shown all the same.
    if (error instanceof Fault) return [];
    throw error;
  }
}

/** The time in a fingerprint is that of one machine's copy; the bytes decide. */
async function isSameContent(checksum: string, file: File): Promise<boolean> {
  const { signal } = new AbortController();
  if (!checksum.startsWith('fp:')) return (await hasher.hash([file], signal)) === checksum;
  return (await fingerprint(file, hasher, signal)).slice(-64) === checksum.slice(-64);
}

async function readAgain(handle: FileSystemFileHandle): Promise<File | null> {
  const ask = (handle as { requestPermission?: (how: { mode: 'read' }) => Promise<PermissionState> }).requestPermission;
  if (ask && (await ask.call(handle, { mode: 'read' })) !== 'granted') return null;
  return handle.getFile().catch(() => null);
}

/** randomUUID exists only over HTTPS; a LAN name may have plain HTTP. */
function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Ids and sessions of what is under way in this tab. */
function idsUnderWay(): string[] {
  return store
    .all()
    .filter(({ status, needsFile }) => isUnderWay(status) || (status === 'PAUSE' && !needsFile))
    .flatMap(({ id, uploadId }) => (uploadId ? [id, uploadId] : [id]));
}
