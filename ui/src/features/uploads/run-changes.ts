import { missingParts, firstChunk, partRange } from './chunks';
import type { ActivityHandler } from './idle-timeout';
import { planRecipes, recipeBody } from './recipes';
import { isAbort, UploadFailure } from './retry';
import { requireUpload, repeatCall, type Run } from './run';
import type { Session } from './transport';

/**
 * Fills the parts of which the server has something in an earlier version of the file, and returns the session with
 * them. Whatever goes wrong leaves the rest to be sent as it is.
 */
export async function sendChanges(run: Run, id: string, session: Session): Promise<Session> {
  const upload = requireUpload(run, id);
  const missing = missingParts(firstChunk(session.chunkNumber), session.chunkCount, session.present);
  if (!session.base || upload.whole || missing.length === 0) return session;
  const present = [...session.present];
  try {
    await fillParts(run, id, session, missing, (first, parts) => present.push([first, first + parts]));
  } catch (error) {
    if (isAbort(error) || (error instanceof UploadFailure && error.isOffline)) throw error;
  }
  return { ...session, present };
}

async function fillParts(
  run: Run,
  id: string,
  session: Session,
  missing: readonly number[],
  onFilled: (first: number, parts: number) => void,
): Promise<void> {
  const { store, transport, hasher } = run.deps;
  const { base } = session;
  if (!base) return;
  const file = run.fileOf(id);
  const plan = await prepare(run, id, async () => {
    const sums = await repeatCall(
      run,
      (signal, onActivity) => transport.blockSums(requireUpload(run, id), base, signal, () => onActivity(true)),
      { mayRetry: retryBusyOnce() },
    );
    return hasher.plan(file, sums, run.signal, (bytes) => store.patch(id, { hashing: bytes / file.size }));
  });
  const length = (n: number) => partRange(n, session.chunkSize, file.size).reduce((from, to) => to - from);
  let done = file.size - missing.reduce((bytes, n) => bytes + length(n), 0);
  for (const recipe of planRecipes(plan, missing, session.chunkSize, file.size)) {
    const upload = requireUpload(run, id);
    store.step(id, 'part');
    const body = recipeBody(recipe, file);
    const attempt = (signal: AbortSignal, onActivity: ActivityHandler) =>
      transport.recipe(upload, base, recipe.first, body, signal, (bytes) => onActivity(bytes >= body.size));
    await repeatCall(run, attempt, { hasBody: true });
    onFilled(recipe.first, recipe.parts);
    for (let n = recipe.first; n < recipe.first + recipe.parts; n++) done += length(n);
    // Not `progress`: bytes that were not sent say nothing about the speed.
    store.patch(id, {
      sent: done,
      copied: upload.copied + recipe.copied,
      chunkUploadedCount: upload.chunkUploadedCount + recipe.parts,
    });
  }
}

async function prepare<T>(run: Run, id: string, work: () => Promise<T>): Promise<T> {
  run.deps.store.patch(id, { hashing: 0 });
  try {
    return await work();
  } finally {
    run.deps.store.patch(id, { hashing: null });
  }
}

/** A busy server is asked once more for the list of blocks; then the file goes whole. */
function retryBusyOnce(): (error: unknown) => error is UploadFailure {
  let asked = 0;
  return (error): error is UploadFailure =>
    error instanceof UploadFailure && (error.isOffline || (error.status === 429 && asked++ === 0));
}
