/** The directory whose past is asked for. */
export interface Target {
  readonly spaceId: string;
  readonly directoryId: string;
  readonly name: string;
}

type Listener = (target: Target) => void;
const listeners = new Set<Listener>();

/** Shows the past of a directory. */
export function openRewind(target: Target): void {
  listeners.forEach((listener) => listener(target));
}

export function whenRewind(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
