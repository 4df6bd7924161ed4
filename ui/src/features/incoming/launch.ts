import { dropOutdated, keepIncoming } from './kept';

interface LaunchQueue {
  setConsumer(use: (launch: { readonly files?: readonly FileSystemFileHandle[] }) => void): void;
}

/** Keeps the files that the system opened with this app (file_handlers in the manifest); `use` gets the share's id. */
export function takeLaunched(use: (id: string) => void): void {
  void dropOutdated().catch(() => undefined);
  const queue = (globalThis as { launchQueue?: LaunchQueue }).launchQueue;
  queue?.setConsumer(({ files = [] }) => {
    if (files.length > 0) void keepLaunched(files).then(use, () => undefined);
  });
}

async function keepLaunched(handles: readonly FileSystemFileHandle[]): Promise<string> {
  const files = await Promise.all(handles.map((handle) => handle.getFile()));
  return keepIncoming({ files, title: '', text: '', url: '' });
}
