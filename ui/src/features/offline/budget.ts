interface Weighed {
  readonly id: string;
  readonly size: number;
  readonly at: number;
}

/** The entries to delete so that the rest fits: those unseen for the longest time. */
export function tooMuch(kept: readonly Weighed[], limit: number): string[] {
  let room = limit;
  const gone: string[] = [];
  for (const { id, size } of [...kept].sort((a, b) => b.at - a.at)) {
    room -= size;
    if (room < 0) gone.push(id);
  }
  return gone;
}
