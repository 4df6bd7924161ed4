import type { Plugin } from 'vite';

/** A place in a library, what is there instead, and how often it is there. */
export type Place = readonly [from: string, to: string, times?: number];

type Mend = {
  name: string;
  /** The files of the library. */
  library: RegExp;
  places: readonly Place[];
  /** What is written before a file that is changed. */
  helpers?: string;
};

/**
 * Mends a library while it is built. Fails the build when one of the places is not there exactly as often as it says, so
 * that all are looked at again with each new version.
 */
export function mendedLibrary({ name, library, places, helpers = '' }: Mend): Plugin {
  const seen = new Map<string, number>();
  return {
    name,
    transform(code, id) {
      if (!library.test(id)) return null;
      let made = code;
      for (const [from, to] of places) {
        const parts = made.split(from);
        if (parts.length === 1) continue;
        seen.set(from, (seen.get(from) ?? 0) + parts.length - 1);
        made = parts.join(to);
      }
      return made === code ? null : { code: helpers + made, map: null };
    },
    buildEnd(error) {
      if (error) return;
      const missing = places.filter(([from, , times = 1]) => seen.get(from) !== times);
      if (missing.length > 0) {
        this.error(`the library is not as ${name} knows it: ${missing.map(([from]) => from).join('\n')}`);
      }
    },
  };
}
