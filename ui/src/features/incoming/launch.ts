import { dropOutdated } from './kept';

interface LaunchQueue {
  setConsumer(use: (launch: { readonly files?: readonly FileSystemFileHandle[] }) => void): void;
}

/** Hands over the files that the system opened with this app (file_handlers in the manifest). */
export function takeLaunched(use: (files: Promise<readonly File[]>) => void): void {
  // A failure is tried again by the next visit.
  void dropOutdated().catch(() => undefined);
  const queue = (globalThis as { launchQueue?: LaunchQueue }).launchQueue;
  queue?.setConsumer(({ files = [] }) => {
    if (files.length > 0) use(Promise.all(files.map((handle) => handle.getFile())));
  });
}
