const ASIDE = 8;
const OVER = 1;

/** The distance that brings a popup back into the window, in px. */
export function shiftOf(box: { left: number; right: number }, width: number): number {
  const over = box.right + ASIDE - width;
  return over > 0 ? -Math.min(over, Math.max(0, box.left - ASIDE)) : 0;
}

function place(popup: HTMLElement): void {
  const { position, left } = popup.style;
  if (position !== 'fixed' && position !== 'absolute') return;
  const box = popup.getBoundingClientRect();
  const shift = shiftOf(box, innerWidth);
  if (shift === 0) return;
  // A submenu opens on the other side of its menu, over its edge: a gap would close it under the pointer.
  const menu = left === '100%' ? popup.parentElement?.getBoundingClientRect().width : undefined;
  const before = Number.parseFloat(popup.style.translate) || 0;
  const after = menu === undefined ? before + shift : -(menu + box.width + OVER);
  if (after !== before) popup.style.translate = `${after}px`;
}

const BARS = ':is([data-testid=editor-toolbar], [data-testid=title-bar])';
const POPUPS = ':is([style*="position: fixed"], [style*="position: absolute"])';

function follow(records: MutationRecord[]): void {
  const bars = records.map(({ target }) => (target instanceof Element ? target.closest(BARS) : null));
  for (const bar of new Set(bars)) bar?.querySelectorAll<HTMLElement>(POPUPS).forEach(place);
}

/**
 * The editor opens its menus to the right; those of a mirrored toolbar would leave the window. They are placed before the
 * picture with them is drawn, so that nothing moves under the pointer.
 */
export function keepInside(): void {
  const what = { subtree: true, childList: true, attributes: true, attributeFilter: ['style'] };
  new MutationObserver(follow).observe(document.body, what);
}
