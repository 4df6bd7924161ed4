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
  popup.style.translate = `${menu === undefined ? shift : -(menu + box.width + OVER)}px`;
}

const BARS = ':is([data-testid=editor-toolbar], [data-testid=title-bar])';
const POPUPS = `${BARS} :is([style*="position: fixed"], [style*="position: absolute"])`;

function follow({ target }: Event): void {
  if (!(target instanceof Element) || !target.closest(BARS)) return;
  // A menu gets its place in the picture after the one that it comes with.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => document.querySelectorAll<HTMLElement>(POPUPS).forEach(place)),
  );
}

/** The editor opens its menus to the right; those of a mirrored toolbar would leave the window. */
export function keepInside(): void {
  for (const type of ['click', 'mouseover', 'keyup']) addEventListener(type, follow);
}
