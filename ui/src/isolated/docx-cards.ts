import { useEffect, useMemo, useState, type RefObject } from 'react';

/** A card beside the text: a comment or a suggested change. */
interface Card {
  readonly id: string;
  readonly anchorKey?: string;
  readonly anchorPos: number;
  readonly fixedY?: number;
  readonly priority?: number;
  readonly estimatedHeight?: number;
  readonly isTemporary?: boolean;
}

interface Placed {
  readonly item: Card;
  readonly y: number;
}

interface Drawn {
  readonly getContainerOffset: () => { readonly y: number } | null;
  readonly getRectsForRange: (from: number, to: number) => readonly { readonly y: number }[];
}

const GAP = 8;
const HEIGHT = 80;
/** So many cards are all drawn. Of more, those that are near what is in sight. */
const FEW = 60;
/** The heights of a window that is drawn above and below what is in sight, and by which it moves: px. */
const BAND = 800;

/**
 * The place of each card: at its text, or below the card before it. Where the cards of a crowded page would push the chosen one
 * out of sight of its text, it stands at its text, and those before it above. Cards without a text have no place.
 */
export function placeCards(
  cards: readonly Card[],
  anchors: ReadonlyMap<string, number>,
  drawn: Drawn | null,
  zoom: number,
  heights: ReadonlyMap<string, number>,
  last: Map<string, number>,
  chosen: string | null,
): Placed[] {
  const wanted: Placed[] = [];
  for (const item of cards) {
    const y = placeOf(item, anchors, drawn, zoom) ?? last.get(item.id);
    if (y === undefined) continue;
    last.set(item.id, y);
    wanted.push({ item, y });
  }
  wanted.sort((one, other) => one.y - other.y || (one.item.priority ?? 0) - (other.item.priority ?? 0));
  const heightOf = ({ id, estimatedHeight = HEIGHT }: Card) => heights.get(id) ?? estimatedHeight;
  const placed = stack(wanted, heightOf, 0, 0);
  const at = placed.findIndex(({ item }) => item.id === chosen);
  const [is, wish] = [placed[at], wanted[at]];
  if (!is || !wish || is.y - wish.y <= BAND) return placed;
  const above: Placed[] = [];
  let free = wish.y;
  for (const { item, y } of wanted.slice(0, at).toReversed()) {
    free = Math.min(y, free - GAP - heightOf(item));
    if (free < 0) break;
    above.unshift({ item, y: free });
  }
  return [...above, ...stack(wanted, heightOf, at, wish.y - GAP)];
}

function stack(wanted: readonly Placed[], heightOf: (card: Card) => number, from: number, before: number): Placed[] {
  let end = before;
  return wanted.slice(from).map(({ item, y: wish }) => {
    const y = Math.max(wish, end + GAP);
    end = y + heightOf(item);
    return { item, y };
  });
}

/**
 * Where the text of a card stands. A comment within another one has no mark in the text: the library looked for each of them
 * through all letters that are drawn.
 */
function placeOf(
  { fixedY, anchorKey, anchorPos }: Card,
  anchors: ReadonlyMap<string, number>,
  drawn: Drawn | null,
  zoom: number,
) {
  const known = fixedY ?? (anchorKey === undefined ? undefined : anchors.get(anchorKey));
  if (known !== undefined) return known * zoom;
  if (anchorPos === 0) return undefined;
  const [first] = drawn?.getRectsForRange(anchorPos, anchorPos + 1) ?? [];
  const offset = drawn?.getContainerOffset();
  return first && offset ? (first.y + offset.y) * zoom : undefined;
}

/** The cards that are drawn: all of a few, and of many those near what is in sight. Measures those that come into sight. */
export function useNearCards<C extends Card>(
  cards: readonly C[],
  tops: ReadonlyMap<string, number>,
  scrolled: RefObject<HTMLElement> | undefined,
  chosen: string | null,
  measure: () => void,
): readonly C[] {
  const [band, setBand] = useState(0);
  const isMany = cards.length > FEW;
  useEffect(() => {
    const element = scrolled?.current;
    if (!element || !isMany) return undefined;
    const follow = () => setBand(Math.floor(element.scrollTop / BAND));
    follow();
    element.addEventListener('scroll', follow, { passive: true });
    return () => element.removeEventListener('scroll', follow);
  }, [scrolled, isMany]);
  const near = useMemo(
    () => (isMany ? cardsNear(cards, tops, band * BAND, chosen) : cards),
    [cards, tops, band, chosen, isMany],
  );
  const drawn = isMany ? near.map(({ id }) => id).join() : '';
  useEffect(() => {
    const frame = requestAnimationFrame(measure);
    return () => cancelAnimationFrame(frame);
  }, [drawn, measure]);
  return near;
}

/** Of many cards those near what is in sight, and those that somebody writes in. */
export function cardsNear<C extends Card>(
  cards: readonly C[],
  tops: ReadonlyMap<string, number>,
  scroll: number,
  chosen: string | null,
): readonly C[] {
  if (tops.size === 0) return cards.slice(0, FEW);
  const [from, until] = [scroll - BAND, scroll + innerHeight + 2 * BAND];
  return cards.filter(({ id, isTemporary }) => {
    const y = tops.get(id);
    return isTemporary === true || id === chosen || (y !== undefined && y >= from && y <= until);
  });
}

const indexes = new WeakMap<readonly { readonly id: unknown }[], Map<unknown, number>>();

/** The place of a block in a text by its id, -1 for none: asked for each comment and each line. */
export function indexOfBlock(blocks: readonly { readonly id: unknown }[], id: unknown): number {
  let index = indexes.get(blocks);
  if (!index) {
    index = new Map(blocks.map((block, at) => [block.id, at]));
    indexes.set(blocks, index);
  }
  const at = index.get(id) ?? -1;
  return blocks[at]?.id === id ? at : blocks.findIndex((block) => block.id === id);
}
