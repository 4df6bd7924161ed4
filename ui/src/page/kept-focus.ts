/** What takes the focus when something in it is gone. */
const PLACES = '[tabindex], li, tr, footer, fieldset, form, section, article, main';
/** Of these the one that comes next takes it. */
const ROWS = 'li, tr, [role=row], [role=listitem], [role=option]';
const DIALOGS = ':is([role=dialog], [role=alertdialog])[data-open]';

const isShown = (element: Element) => element.isConnected && (element.checkVisibility?.() ?? true);

function isLost(): boolean {
  const { activeElement } = document;
  return !activeElement || activeElement === document.body || activeElement.matches(':disabled');
}

/** The place that is shown, from an element outward. */
function placeAround(element: Element | null): HTMLElement | null {
  let place = element?.closest<HTMLElement>(PLACES) ?? null;
  while (place && !isShown(place)) place = place.parentElement?.closest<HTMLElement>(PLACES) ?? null;
  return place;
}

const isPlace = (node: Node | null, like: Node, selector: string): node is HTMLElement =>
  node instanceof HTMLElement && node.nodeName === like.nodeName && node.matches(selector);

/** An element that had the focus, and what is left around it. */
class Trail {
  /** It was removed or disabled: nobody has put the focus away. */
  isCut = false;
  private near: Node;
  /** What stands in its place now. */
  private instead: readonly HTMLElement[] = [];

  constructor(readonly element: Element) {
    this.near = element;
  }

  /** Minds a change of the page; `added` is all that came with it. */
  follow({ target, removedNodes, nextSibling, previousSibling }: MutationRecord, added: readonly Node[]): void {
    if (target === this.element && this.element.matches(':disabled')) this.isCut = true;
    for (const node of removedNodes) {
      if (!node.contains(this.near)) continue;
      this.isCut = true;
      this.near = target;
      this.instead = isPlace(node, node, ROWS)
        ? [nextSibling, previousSibling].filter((one) => isPlace(one, node, ROWS))
        : added.filter((one): one is HTMLElement => one.parentNode === target && isPlace(one, node, PLACES));
    }
  }

  /** Where the focus goes on within an area. */
  placeIn(area: Element): HTMLElement | null {
    const { element, near, instead } = this;
    const isFree = element instanceof HTMLElement && isShown(element) && !element.matches(':disabled');
    const around = element.isConnected ? element.parentElement : near instanceof Element ? near : null;
    const place = isFree ? element : (instead.find(isShown) ?? placeAround(around));
    return area.contains(place) ? place : null;
  }
}

/** Of whatever has the focus, and of the page below open dialogs and menus. */
let here: Trail | null = null;
let page: Trail | null = null;
/** An element that is disabled, most often for as long as it waits, and what has the focus meanwhile. */
let resting: { readonly element: Element; readonly place: Element } | null = null;
let waits = false;

/** In the content of a page the list of files is what keys are for. */
function focusPlace(place: HTMLElement): void {
  const start = (place.matches('main') && place.querySelector<HTMLElement>('[data-entries]')) || place;
  if (start.tabIndex < 0) start.tabIndex = -1;
  start.focus({ preventScroll: true });
}

/** Gives the focus to the content of the page. */
export function focusContent(): void {
  const content = document.querySelector('main');
  if (content) focusPlace(content);
}

function goBack(): void {
  if (!resting) return;
  const { element, place } = resting;
  const isOver = document.activeElement !== place;
  if (!isOver && element.matches(':disabled')) return;
  resting = null;
  if (!isOver && element instanceof HTMLElement && isShown(element)) element.focus({ preventScroll: true });
}

function settle(): void {
  waits = false;
  const root = document.getElementById('root');
  if (!here?.isCut || !root) return;
  if (!isLost()) {
    here.isCut = false;
    return;
  }
  const dialog = [...document.querySelectorAll<HTMLElement>(DIALOGS)].at(-1);
  const place = dialog ? (here.placeIn(dialog) ?? dialog) : (here.placeIn(root) ?? page?.placeIn(root));
  const { element } = here;
  if (place) focusPlace(place);
  // A page that is still on its way has no content yet; what it draws is heard of.
  else focusContent();
  const { activeElement } = document;
  if (activeElement && element.matches(':disabled')) resting = { element, place: activeElement };
}

/** Whoever minds the focus themselves, as dialogs and pages do, comes first: after the next paint. */
function settleLater(): void {
  if (waits) return;
  waits = true;
  requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(settle)));
}

function follow(records: MutationRecord[]): void {
  const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
  for (const record of records) {
    here?.follow(record, added);
    if (page !== here) page?.follow(record, added);
  }
  goBack();
  if (here?.isCut) settleLater();
}

function noteFocus({ target }: Event): void {
  if (!(target instanceof Element)) return;
  here = new Trail(target);
  if (document.getElementById('root')?.contains(target)) page = here;
}

/** A press beside everything has put the focus away. */
function notePress(): void {
  if (isLost() && !here?.isCut) here = page = null;
}

/**
 * Keeps the focus in the page when the element that has it is removed or disabled: what came in its place takes it, the
 * next row, what is around, or the content of the next page. Else Tab, and what a screen reader reads, would begin anew.
 * Returns what ends that.
 */
export function keepFocus(): () => void {
  const observer = new MutationObserver(follow);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  addEventListener('focusin', noteFocus);
  // A finger moves the focus after it was lifted, and before the click.
  const presses = ['pointerup', 'click'] as const;
  presses.forEach((press) => addEventListener(press, notePress, { capture: true }));
  return () => {
    observer.disconnect();
    removeEventListener('focusin', noteFocus);
    presses.forEach((press) => removeEventListener(press, notePress, { capture: true }));
    here = page = resting = null;
  };
}
