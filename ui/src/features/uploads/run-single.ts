import type { ActivityHandler } from './idle-timeout';
import { ensureChecksum } from './run-file';
import { isTransientForComplete, UploadFailure } from './retry';
import { toFileFailure, choiceOf, requireUpload, repeatCall, finishUpload, type Run } from './run';

/** Names a call to the server, so that a call whose answer got lost can be sent again. */
const newKey = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

/** Sends a small file whole, in one request. */
export async function runSingle(run: Run, id: string): Promise<void> {
  await ensureChecksum(run, id);
  const { store, transport } = run.deps;
  const upload = requireUpload(run, id);
  const file = run.fileOf(id);
  let key = newKey();
  store.step(id, 'initialized');
  store.step(id, 'part');
  let isSent = false;
  const attempt = (signal: AbortSignal, onActivity: ActivityHandler) => {
    const now = requireUpload(run, id);
    isSent = false;
    return transport.single(now, choiceOf(run, now), key, file, signal, (bytes) => {
      isSent = bytes >= file.size;
      onActivity(isSent);
      store.progress(id, Math.min(bytes, upload.length));
    });
  };
  const onFailure = async (error: unknown) => {
    store.progress(id, 0);
    const failure = await toFileFailure(file, error);
    if (failure instanceof UploadFailure && failure.isOffline) {
      store.patch(id, { unsure: true });
      // The server may wait for the rest of that call yet, and made nothing of it.
      if (!isSent) key = newKey();
    }
    return failure;
  };
  const landed = await repeatCall(run, attempt, { mayRetry: isTransientForComplete, hasBody: true, onFailure });
  store.step(id, 'sent');
  finishUpload(run, requireUpload(run, id), landed);
}
