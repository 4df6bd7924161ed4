import { useEffect, useLayoutEffect, useRef } from 'react';
import type { MenuAction } from '~/kit/menu-items';
import { createPersonalStore } from '~/kit/store';

/** An open command palette, with the words that its field begins with. */
export interface PaletteRequest {
  readonly query: string;
}

const request = createPersonalStore<PaletteRequest | null>(null);

export const usePaletteRequest = request.use;
export const isPaletteOpen = () => request.get() !== null;
export const openPalette = (query = '') => request.set({ query });
export const closePalette = () => request.set(null);

/** What can be done on a page, in the order of its menus. */
export interface Offer {
  /** How many items are chosen, and the name of the only one. */
  readonly count: number;
  readonly name: string | undefined;
  /** What can be done with them. */
  readonly chosen: readonly MenuAction[];
  /** What can be done in the folder that is shown. */
  readonly here: readonly MenuAction[];
}

type ReadOffer = () => Offer | null;

/** What the pages offer; the last one is the one in sight. */
const offers: { current: ReadOffer }[] = [];

/** The actions that a page has for what is shown and chosen now, for the command palette; asked for when it opens. */
export function useOfferedActions(read: ReadOffer): void {
  const latest = useRef(read);
  useLayoutEffect(() => {
    latest.current = read;
  });
  useEffect(() => {
    offers.push(latest);
    return () => void offers.splice(offers.indexOf(latest), 1);
  }, []);
}

/** The actions of the page in sight; null on pages without any. */
export const readOffer = (): Offer | null => offers.at(-1)?.current() ?? null;

type Key = Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing'>;

/** Ctrl+K, on a Mac Command+K, whatever letter the keyboard gives there. */
export function isPaletteKey({ code, ctrlKey, metaKey, altKey, shiftKey, isComposing }: Key, mac: boolean): boolean {
  return code === 'KeyK' && (mac ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey && !isComposing;
}

export const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** The key as it is shown. */
export const paletteKey = () => (isMac() ? '⌘K' : 'Ctrl+K');
