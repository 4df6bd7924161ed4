interface LaunchQueue {
  setConsumer(use: (launch: { readonly files?: readonly FileSystemFileHandle[] }) => void): void;
}

/** Calls `use` with the files that the system opens with this app (file_handlers in the manifest). */
export function onLaunchFiles(use: (files: Promise<readonly File[]>) => void): void {
  const queue = (globalThis as { launchQueue?: LaunchQueue }).launchQueue;
  queue?.setConsumer(({ files = [] }) => {
    if (files.length > 0) use(Promise.all(files.map((handle) => handle.getFile())));
  });
}
