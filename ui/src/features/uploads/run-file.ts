import { firstChunk, halveChunk, missingParts, partRange } from './chunks';
import { fingerprint, HASH_FIRST_LIMIT } from './hasher';
import { hedgeCall, PART_ANSWER_TIMES, type ActivityHandler } from './idle-timeout';
import { isAbort, isTransientForComplete, isTransientForPart, UploadFailure } from './retry';
import { toFileFailure, choiceOf, requireUpload, repeatCall, finishUpload, type Run } from './run';
import { sendChanges } from './run-changes';
import type { ClientUpload } from './client-upload';
import type { Session } from './transport';

/** Takes one file through initialize, its parts and complete. */
export async function runFile(run: Run, id: string): Promise<void> {
  await ensureChecksum(run, id);
  const fullHash = hashInBackground(run, id);
  for (let round = 0; ; round++) {
    try {
      await sendParts(run, id, await sendChanges(run, id, await initialize(run, id)));
      await complete(run, id, await contentHash(run, id, fullHash));
      return;
    } catch (error) {
      if (round >= 8 || !(await mayStartAgain(run, id, error))) throw error;
      run.deps.store.step(id, 'restart', { sent: 0, chunkUploadedCount: 0 });
    }
  }
}

/** Gives the upload its name: the content's hash, or for long files a fingerprint. */
export async function ensureChecksum(run: Run, id: string): Promise<void> {
  const { store, hasher } = run.deps;
  const upload = requireUpload(run, id);
  if (upload.checksum) return;
  const file = run.fileOf(id);
  try {
    const checksum =
      file.size <= HASH_FIRST_LIMIT
        ? await hasher.hash([file], run.signal, (bytes) => store.patch(id, { hashing: bytes / file.size }))
        : await fingerprint(file, hasher, run.signal);
    store.patch(id, { checksum, hashing: null });
  } catch (error) {
    store.patch(id, { hashing: null });
    throw isAbort(error) ? error : new UploadFailure(-1, 'file_unreadable');
  }
}

interface BackgroundHash {
  value: string | null;
  /** When nothing more changes the value. */
  readonly end: Promise<unknown>;
}

/** Hashes a long file while it is on its way; the value stays null until the whole file is read. */
function hashInBackground(run: Run, id: string): BackgroundHash {
  const result: { value: string | null; end: Promise<unknown> } = { value: null, end: Promise.resolve() };
  if (!requireUpload(run, id).checksum.startsWith('fp:')) return result;
  result.end = run.deps.hasher.hash([run.fileOf(id)], run.signal).then(
    (hash) => (result.value = hash),
    // Without it the server's own hash is the only one; reading errors come up again when the part is read.
    () => (result.value = null),
  );
  return result;
}

/** The hash to compare the file with. One that was put together on the server is not completed without. */
async function contentHash(run: Run, id: string, hash: BackgroundHash): Promise<string | null> {
  if (requireUpload(run, id).copied === 0) return hash.value;
  await hash.end;
  if (hash.value === null && requireUpload(run, id).checksum.startsWith('fp:')) {
    throw new UploadFailure(-1, 'file_unreadable');
  }
  return hash.value;
}

async function initialize(run: Run, id: string): Promise<Session> {
  const { store, transport } = run.deps;
  const upload = requireUpload(run, id);
  const session = await repeatCall(run, (signal) => transport.initialize(upload, choiceOf(run, upload), signal));
  const first = firstChunk(session.chunkNumber);
  const sent = Math.min(first * session.chunkSize, upload.length);
  store.step(id, 'initialized', {
    uploadId: session.uploadId,
    chunkSize: session.chunkSize,
    chunkCount: session.chunkCount,
    chunkUploadedCount: first,
    sent,
    // A session that begins has nothing of an earlier one.
    ...(sent === 0 && session.present.length === 0 && { copied: 0 }),
    problem: null,
  });
  run.onSession(id);
  return session;
}

async function sendParts(run: Run, id: string, session: Session): Promise<void> {
  const { store } = run.deps;
  const missing = missingParts(firstChunk(session.chunkNumber), session.chunkCount, session.present);
  let done = session.chunkCount - missing.length;
  for (const n of missing) {
    const upload = requireUpload(run, id);
    store.step(id, 'part');
    const before = Math.min(done * session.chunkSize, upload.length);
    const at = session.cut.find(([part]) => part === n)?.[1] ?? 0;
    await sendPart(run, upload, n, at, (bytes) => store.progress(id, Math.min(before + bytes, upload.length)));
    done++;
    store.patch(id, { chunkUploadedCount: done });
  }
  requireUpload(run, id);
  store.step(id, 'sent');
}

/** Sends a part from a byte on. After a connection that was lost the server says how much came, and only the rest is sent. */
async function sendPart(
  run: Run,
  upload: ClientUpload,
  n: number,
  at: number,
  onProgress: (bytes: number) => void,
): Promise<void> {
  const file = run.fileOf(upload.id);
  const [from, to] = partRange(n, upload.chunkSize, upload.length);
  let here: number | null = at;
  let movedOn = false;
  const attempt = async (signal: AbortSignal, onActivity: ActivityHandler) => {
    movedOn = false;
    if (here === null) {
      here = await askHere(run, upload, n, to - from, signal);
      onActivity(false);
      movedOn = here > at;
      at = here;
    }
    const start = here;
    here = null;
    onProgress(start);
    if (start === to - from) return;
    await run.deps.transport.part(upload, n, start, file.slice(from + start, to), signal, (bytes) => {
      onActivity(start + bytes >= to - from);
      onProgress(Math.min(start + bytes, to - from));
    });
  };
  await repeatCall(run, attempt, {
    hasBody: true,
    answerTimes: PART_ANSWER_TIMES,
    soon: true,
    movedOn: () => movedOn,
    mayRetry: isTransientForPart,
    onFailure: (error) => {
      onProgress(at);
      return toFileFailure(file, error);
    },
  });
  onProgress(to - from);
}

/** How many bytes of a part are there, whose connection was given up. */
async function askHere(
  run: Run,
  upload: ClientUpload,
  n: number,
  length: number,
  signal: AbortSignal,
): Promise<number> {
  const choice = choiceOf(run, upload);
  const session = await hedgeCall((one) => run.deps.transport.initialize(upload, choice, one, [n]), signal);
  // The server has forgotten the upload and begun another one.
  if (session.uploadId !== upload.uploadId || session.chunkSize !== upload.chunkSize) {
    throw new UploadFailure(409, 'upload_incomplete');
  }
  if (missingParts(n, n + 1, session.present).length === 0) return length;
  return session.cut.find(([part]) => part === n)?.[1] ?? 0;
}

async function complete(run: Run, id: string, contentHash: string | null): Promise<void> {
  const upload = requireUpload(run, id);
  const attempt = (signal: AbortSignal) =>
    run.deps.transport.complete(upload, choiceOf(run, requireUpload(run, id)), contentHash, signal);
  const onFailure = (error: unknown) => {
    if (error instanceof UploadFailure && error.isOffline) run.deps.store.patch(id, { unsure: true });
    return error;
  };
  const landed = await repeatCall(run, attempt, { mayRetry: isTransientForComplete, onFailure });
  finishUpload(run, requireUpload(run, id), landed);
}

/** A smaller part size, a session that is gone, parts that are missing: the file can begin again by itself. */
async function mayStartAgain(run: Run, id: string, error: unknown): Promise<boolean> {
  if (!(error instanceof UploadFailure)) return false;
  const upload = run.deps.store.get(id);
  if (!upload || run.signal.aborted) return false;
  if (error.status === 413 && error.code !== 'storage_size_limit' && upload.uploadId) {
    const partLimit = halveChunk(upload.chunkSize);
    if (!partLimit) return false;
    await run.deps.transport.abort(upload);
    run.deps.store.patch(id, { partLimit });
    return true;
  }
  if (error.code === 'checksum_mismatch' && upload.copied > 0) {
    await run.deps.transport.abort(upload);
    run.deps.store.patch(id, { whole: true, copied: 0 });
    return true;
  }
  return error.code === 'upload_incomplete' || (error.status === 404 && upload.unsure);
}
