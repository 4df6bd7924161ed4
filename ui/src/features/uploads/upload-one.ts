import { callsAs } from './calls';
import { Engine } from './engine';
import { WorkerHasher } from './hasher';
import { UploadStore } from './store';
import { uploadProgress, type OnDuplicate, type Target, type ClientUpload } from './client-upload';
import { notifyLanded } from './upload-events';

interface Options {
  readonly onDuplicate: OnDuplicate;
  /** A new version fails unless this one is still the newest. */
  readonly base?: string | undefined;
  readonly signal: AbortSignal;
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void;
}

let counter = 0;

/** An upload that failed, with the error as a key of the catalogue. */
export class UploadProblem extends Error {
  constructor(readonly problem: string | null) {
    super(problem ?? 'generic');
    this.name = 'UploadProblem';
  }
}

/** Uploads one file outside of the tray, by the same engine: in parts, with its retries. */
export function uploadOne(target: Target, file: File, options: Options): Promise<void> {
  const { onDuplicate, base, signal, onProgress } = options;
  const worker = new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module', name: 'hash' });
  // Timers run in pages that are in the background, frames do not.
  const store = new UploadStore((draw) => setTimeout(draw, 50));
  const engine = new Engine({
    store,
    transport: callsAs(undefined, base),
    hasher: new WorkerHasher(() => worker),
    newId: () => `one-${counter++}`,
    bundles: false,
    onLanded: notifyLanded,
    onRemember: () => undefined,
    onForget: () => undefined,
  });
  return new Promise<void>((resolve, reject) => {
    const [{ id }] = engine.add(target, [{ file, relativePath: '' }], onDuplicate) as [ClientUpload];
    const end = (settle: () => void) => {
      signal.removeEventListener('abort', abort);
      removeEventListener('online', goOn);
      unsubscribe();
      worker.terminate();
      settle();
    };
    const abort = () => {
      engine.cancel(id);
      end(() => reject(new DOMException('aborted', 'AbortError')));
    };
    const goOn = () => engine.resumeLost();
    const unsubscribe = store.subscribe(() => {
      const upload = store.get(id);
      if (upload?.status === 'UPLOAD_SUCCESS') end(resolve);
      else if (upload?.status === 'ERROR') end(() => reject(new UploadProblem(upload.problem)));
      else if (upload) onProgress(uploadProgress(upload));
    });
    signal.addEventListener('abort', abort);
    addEventListener('online', goOn);
    if (signal.aborted) abort();
  });
}
