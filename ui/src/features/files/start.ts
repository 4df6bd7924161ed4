const listeners = new Set<() => void>();

/** Asks for a name and makes a folder in the directory that is shown. */
export function newFolder(): void {
  listeners.forEach((listener) => listener());
}

/** The page that shows a directory answers; returns how to stop. */
export function whenNewFolder(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
