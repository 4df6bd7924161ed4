import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { TooltipSide } from './tooltip';
import { placeTooltip } from './tooltip-place';

const delay = 500;
/** Going from one to the next shows it at once. */
const warm = 400;

const anchorOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;

/** Follows pointer and focus over the whole page; one tooltip at a time, for elements with `data-tip`. */
function useAnchor(): HTMLElement | null {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hiddenAt = 0;
    let shown: HTMLElement | null = null;
    const show = (next: HTMLElement | null, wait: number) => {
      clearTimeout(timer);
      if (shown && !next) hiddenAt = Date.now();
      if (shown || !next) setAnchor((shown = null));
      if (next) timer = setTimeout(() => setAnchor((shown = next)), wait);
    };
    const over = (event: PointerEvent) => {
      const next = anchorOf(event.target);
      // A menu that is open says enough.
      if (event.pointerType !== 'mouse' || next === shown || next?.ariaExpanded === 'true') return;
      show(next, shown || Date.now() - hiddenAt < warm ? 0 : delay);
    };
    const focus = (event: FocusEvent) => {
      const next = anchorOf(event.target);
      if (next?.matches(':focus-visible')) show(next, delay);
    };
    const hide = () => show(null, 0);
    const key = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    document.addEventListener('pointerover', over);
    document.addEventListener('focusin', focus);
    document.addEventListener('focusout', hide);
    document.addEventListener('pointerdown', hide, true);
    document.addEventListener('scroll', hide, true);
    document.addEventListener('keydown', key);
    document.documentElement.addEventListener('pointerleave', hide);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', over);
      document.removeEventListener('focusin', focus);
      document.removeEventListener('focusout', hide);
      document.removeEventListener('pointerdown', hide, true);
      document.removeEventListener('scroll', hide, true);
      document.removeEventListener('keydown', key);
      document.documentElement.removeEventListener('pointerleave', hide);
    };
  }, []);
  return anchor;
}

/** Shows the tooltips of the page; mounted once. The text is also the anchor's name, so it is not read again. */
export function TooltipLayer() {
  const anchor = useAnchor();
  const tip = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = tip.current;
    if (!anchor || !element) return;
    const { left, top } = placeTooltip(
      anchor.getBoundingClientRect(),
      element.getBoundingClientRect(),
      { width: innerWidth, height: innerHeight },
      anchor.dataset.tipSide as TooltipSide,
      document.documentElement.dir === 'rtl',
    );
    element.style.translate = `${left}px ${top}px`;
  }, [anchor]);
  if (!anchor?.isConnected) return null;
  return createPortal(
    <div
      ref={tip}
      aria-hidden="true"
      dir="auto"
      className="pointer-events-none fixed top-0 z-60 max-w-xs animate-appear-fast whitespace-pre-line rounded-lg bg-inverse px-2.5 py-1 text-xs text-on-inverse shadow-pop [left:0]"
    >
      {anchor.dataset.tip}
    </div>,
    document.body,
  );
}
