import { bundleBody } from './bundle';
import type { ActivityHandler } from './idle-timeout';
import { isAbort, UploadFailure } from './retry';
import { choiceOf, requireUpload, repeatCall, finishUpload, type Run } from './run';
import { fileTime, type ClientUpload } from './client-upload';
import type { BundleResult } from './transport';

/** Called for each file of a bundle that could not be uploaded. */
type RefusalHandler = (id: string, error: unknown) => void;

/** Sends small files in one request. Throws only when the whole request failed. */
export async function runBundle(run: Run, onRefused: RefusalHandler): Promise<void> {
  const ids = await ensureChecksums(run, onRefused);
  if (ids.length === 0) return;
  const { store, transport } = run.deps;
  const uploads = ids.map((id) => requireUpload(run, id));
  for (const id of ids) store.step(id, 'initialized');
  for (const id of ids) store.step(id, 'part');
  const body = bundleBody(uploads.map((upload) => ({ header: headerOf(upload), file: run.fileOf(upload.id) })));
  const share = (part: number) => uploads.forEach(({ id, length }) => store.progress(id, part * length));
  const first = uploads[0] as ClientUpload;
  const attempt = (signal: AbortSignal, onActivity: ActivityHandler) => {
    const choice = choiceOf(run, requireUpload(run, first.id));
    return transport.bundle(first, choice, body, signal, (part) => {
      onActivity(part >= 1);
      share(part);
    });
  };
  const onFailure = (error: unknown) => {
    share(0);
    if (error instanceof UploadFailure && error.isOffline) ids.forEach((id) => store.patch(id, { unsure: true }));
    return error;
  };
  const results = await repeatCall(run, attempt, { hasBody: true, onFailure });
  ids.forEach((id, index) => finishFile(run, id, results[index], onRefused));
}

function headerOf(upload: ClientUpload) {
  return {
    key: upload.key,
    ...(upload.relativePath && { relative_path: upload.relativePath }),
    size: upload.length,
    content_type: upload.contentType,
    ...fileTime(upload),
    checksum: upload.checksum,
  };
}

function finishFile(run: Run, id: string, result: BundleResult | undefined, onRefused: RefusalHandler): void {
  const { store } = run.deps;
  store.step(id, 'sent');
  const upload = store.get(id);
  if (!upload) return;
  try {
    if (!result) throw new UploadFailure(-1, 'generic');
    if ('code' in result) throw new UploadFailure(400, result.code);
    finishUpload(run, upload, result);
  } catch (error) {
    onRefused(id, error);
  }
}

/** Hashes all; a file that cannot be read drops out and the others go on. */
async function ensureChecksums(run: Run, onRefused: RefusalHandler): Promise<string[]> {
  const { store, hasher } = run.deps;
  const ready = await Promise.all(
    run.ids.map(async (id) => {
      const upload = requireUpload(run, id);
      if (upload.checksum) return id;
      try {
        store.patch(id, { checksum: await hasher.hash([run.fileOf(id)], run.signal) });
        return id;
      } catch (error) {
        if (isAbort(error)) throw error;
        onRefused(id, new UploadFailure(-1, 'file_unreadable'));
        return null;
      }
    }),
  );
  return ready.filter((id) => id !== null);
}
