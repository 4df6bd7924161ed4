import { Dialog as Base } from '@base-ui/react/dialog';
import { useLayoutEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { RootMark } from './root-mark';

type Props = {
  /** Finds the element that the card explains; without it the card is in the middle of the screen. */
  findAnchor: () => Element | null;
  /** Beside the anchor, else above or below it. */
  beside?: boolean;
  rtl: boolean;
  title: string;
  text: string;
  /** Which of how many. */
  progress: ReactNode;
  footer: ReactNode;
  onClose: () => void;
};

const GAP = 14;
const EDGE = 16;
const WIDTH = 336;
const RING = 6;

interface Spot {
  readonly rect: DOMRect;
  /** A round button has a round light. */
  readonly isRound: boolean;
}

const spotOf = (anchor: Element | null): Spot | null =>
  anchor && {
    rect: anchor.getBoundingClientRect(),
    isRound: parseFloat(getComputedStyle(anchor).borderRadius) > 24,
  };

/** Where the anchor is, also after the window has changed or another element has taken its place. */
function useSpot(findAnchor: () => Element | null): Spot | null {
  const [spot, setSpot] = useState(() => spotOf(findAnchor()));
  useLayoutEffect(() => {
    let watched: Element | null = null;
    const measure = () => {
      const anchor = findAnchor();
      setSpot(spotOf(anchor));
      if (anchor === watched) return;
      if (watched) observer.unobserve(watched);
      if (anchor) observer.observe(anchor);
      watched = anchor;
    };
    // An element that leaves the page has no size anymore, and so is heard of.
    const observer = new ResizeObserver(measure);
    observer.observe(document.documentElement);
    measure();
    addEventListener('scroll', measure, true);
    return () => {
      observer.disconnect();
      removeEventListener('scroll', measure, true);
    };
  }, [findAnchor]);
  return spot;
}

const between = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));

/** Places the card by the physical edges of the window: an anchor knows no others. */
function placeOf(rect: DOMRect | null, beside: boolean, rtl: boolean): CSSProperties {
  const width = Math.min(WIDTH, innerWidth - 2 * EDGE);
  if (!rect) return { width, insetBlockEnd: '30%', left: (innerWidth - width) / 2 };
  const room = rtl ? rect.left : innerWidth - rect.right;
  if (beside && room > width + GAP + EDGE) {
    const low = rect.top > innerHeight / 2;
    const at = low
      ? { bottom: between(innerHeight - rect.bottom, EDGE, innerHeight) }
      : { top: Math.max(rect.top, EDGE) };
    return { width, ...at, left: rtl ? rect.left - GAP - width : rect.right + GAP };
  }
  const left = between(rect.left + rect.width / 2 - width / 2, EDGE, innerWidth - width - EDGE);
  return rect.top > innerHeight / 2
    ? { width, left, bottom: innerHeight - rect.top + GAP }
    : { width, left, top: rect.bottom + GAP };
}

/** Explains a part of the page, which stays bright while the rest goes dark. */
export function Coach({ findAnchor, beside = false, rtl, title, text, progress, footer, onClose }: Props) {
  const spot = useSpot(findAnchor);
  const rect = spot?.rect ?? null;
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open disablePointerDismissal onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        {rect ? (
          <div
            aria-hidden="true"
            className="pointer-events-none fixed z-50 shadow-[0_0_0_200vmax_var(--color-scrim)] ring-2 ring-brand transition-all duration-180"
            style={{
              top: rect.top - RING,
              left: rect.left - RING,
              width: rect.width + 2 * RING,
              height: rect.height + 2 * RING,
              borderRadius: spot?.isRound ? 9999 : 'var(--radius-card)',
            }}
          />
        ) : (
          <div aria-hidden="true" className="fixed inset-0 z-50 bg-scrim" />
        )}
        <Base.Popup
          ref={popup}
          initialFocus={() => popup.current?.querySelector<HTMLElement>('[data-first]') ?? popup.current}
          className="fixed z-60 animate-appear-fast rounded-card bg-raised p-5 shadow-pop outline-none"
          style={placeOf(rect, beside, rtl)}
        >
          <RootMark of="dialog" />
          <div className="mb-1.5 text-xs font-semibold text-brand">{progress}</div>
          <Base.Title className="text-base font-bold">{title}</Base.Title>
          <Base.Description className="mt-1 text-pretty text-muted">{text}</Base.Description>
          <div className="mt-4 flex items-center gap-2">{footer}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
