import type { Target } from './thread';

const landed = new Set<(where: Target) => void>();

/** Calls `listener` for each file or folder that stands in the drive; returns how to stop. */
export function whenLanded(listener: (where: Target) => void): () => void {
  landed.add(listener);
  return () => landed.delete(listener);
}

/** Tells those who show `target` that something came there. */
export function hasLanded(target: Target): void {
  landed.forEach((listener) => listener(target));
}
