import { ensureChecksum } from './run-file';
import { isTransientForComplete, UploadFailure } from './retry';
import { toFileFailure, choiceOf, requireUpload, repeatCall, finishUpload, type Run } from './run';

/** Names a run to the server, so that a call whose answer got lost can be sent again. */
const newKey = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

/** Sends a small file whole, in one request. */
export async function runSingle(run: Run, id: string): Promise<void> {
  await ensureChecksum(run, id);
  const { store, transport } = run.deps;
  const upload = requireUpload(run, id);
  const file = run.fileOf(id);
  const key = newKey();
  store.step(id, 'initialized');
  store.step(id, 'part');
  const landed = await repeatCall(
    run,
    async () => {
      const now = requireUpload(run, id);
      try {
        return await transport.single(now, choiceOf(run, now), key, file, run.signal, (bytes) =>
          store.progress(id, Math.min(bytes, upload.length)),
        );
      } catch (error) {
        store.progress(id, 0);
        const failure = await toFileFailure(file, error);
        if (failure instanceof UploadFailure && failure.isOffline) store.patch(id, { unsure: true });
        throw failure;
      }
    },
    isTransientForComplete,
  );
  store.step(id, 'sent');
  finishUpload(run, requireUpload(run, id), landed);
}
