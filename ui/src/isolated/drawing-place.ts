import { px } from './shape-look';
import { kid } from './word-elements';

/** Where a drawing stands. */
export type Place =
  /** In the line of its text. */
  | { readonly kind: 'line' }
  /** Text runs beside it. */
  | { readonly kind: 'side'; readonly side: 'left' | 'right' }
  /** On lines of its own. */
  | { readonly kind: 'block'; readonly align: string; readonly from: number }
  /** Over the text, measured from its paragraph. */
  | { readonly kind: 'paragraph'; readonly x: Offset; readonly y: Offset }
  /** Over the text, measured from its page. */
  | { readonly kind: 'page'; readonly x: Offset; readonly y: Offset; readonly behind: boolean };

interface Offset {
  /** The page, or what its margins leave. */
  readonly of: string;
  readonly align: string | null;
  readonly by: number;
}

function offsetOf(position: Element | null): Offset {
  return {
    of: position?.getAttribute('relativeFrom') ?? 'column',
    align: kid(position, 'align')?.textContent?.trim() ?? null,
    by: px(kid(position, 'posOffset')?.textContent),
  };
}

/** A column of text is about this wide, in px: a drawing that begins in its second half stands at its right. */
const HALF = 300;

/** Where Word puts what is anchored to a paragraph. */
export function placeOf(wrapper: Element): Place {
  if (wrapper.localName !== 'anchor') return { kind: 'line' };
  const [x, y] = [offsetOf(kid(wrapper, 'positionH')), offsetOf(kid(wrapper, 'positionV'))];
  const behind = ['1', 'true'].includes(wrapper.getAttribute('behindDoc') ?? '');
  if (kid(wrapper, 'wrapNone')) {
    const isNear = (y.of === 'paragraph' || y.of === 'line') && y.align === null && x.of !== 'page' && x.align === null;
    return isNear ? { kind: 'paragraph', x, y } : { kind: 'page', x, y, behind };
  }
  if (x.align === 'center' || kid(wrapper, 'wrapTopAndBottom')) {
    return {
      kind: 'block',
      align: x.align ?? 'left',
      from: x.of === 'column' || x.of === 'margin' ? Math.max(0, x.by) : 0,
    };
  }
  const isRight = x.align === null ? x.by > HALF : x.align === 'right' || x.align === 'outside';
  return { kind: 'side', side: isRight ? 'right' : 'left' };
}

/** Puts an element where its drawing stands; those of a page wait until it is broken. */
export function put(element: HTMLElement, place: Place, holder: HTMLElement): void {
  const { style } = element;
  holder.style.display = 'contents';
  holder.prepend(element);
  style.textIndent = '0';
  if (place.kind === 'page') {
    element.dataset['page'] = JSON.stringify(place);
    return;
  }
  if (place.kind === 'paragraph') {
    const paragraph = holder.closest<HTMLElement>('p') ?? holder;
    paragraph.style.position = 'relative';
    const { marginLeft } = getComputedStyle(paragraph);
    Object.assign(style, {
      position: 'absolute',
      left: `calc(${place.x.by}px - ${marginLeft})`,
      top: `${place.y.by}px`,
      zIndex: '1',
    });
    return;
  }
  Object.assign(style, { position: 'relative', left: '0', top: '0', maxWidth: '100%' });
  if (place.kind === 'side') Object.assign(style, { float: place.side, margin: '0 8px' });
  else if (place.kind === 'block') {
    const auto = { center: '0 auto', right: '0 0 0 auto' }[place.align] ?? `0 auto 0 ${place.from}px`;
    Object.assign(style, { display: 'block', margin: auto });
  } else Object.assign(style, { display: 'inline-block', verticalAlign: 'bottom' });
}

function isPage(value: unknown): value is Extract<Place, { kind: 'page' }> {
  return typeof value === 'object' && value !== null && Reflect.get(value, 'kind') === 'page';
}

const edges = (start: string, end: string, all: number) => ({
  start: Number.parseFloat(start),
  end: Number.parseFloat(end),
  all,
});

/** Puts what stands at a place of its page there; the pages must be broken before. */
export function putOnPages(body: HTMLElement): void {
  for (const element of body.querySelectorAll<HTMLElement>('[data-page]')) {
    const page = element.closest<HTMLElement>('section.docx');
    const place: unknown = JSON.parse(element.dataset['page'] ?? 'null');
    if (!page || !isPage(place)) continue;
    const paper = getComputedStyle(page);
    const left = at(place.x, element.offsetWidth, edges(paper.paddingLeft, paper.paddingRight, page.clientWidth));
    const height = Number.parseFloat(paper.minHeight) || page.clientHeight;
    const top = at(place.y, element.offsetHeight, edges(paper.paddingTop, paper.paddingBottom, height));
    Object.assign(element.style, {
      position: 'absolute',
      left: `${left}px`,
      top: `${top}px`,
      zIndex: place.behind ? '0' : '2',
    });
    if (place.behind) page.prepend(element);
    else page.append(element);
  }
}

function at(
  { of, align, by }: Offset,
  size: number,
  { start, end, all }: { start: number; end: number; all: number },
): number {
  const [from, room] = of === 'page' ? [0, all] : [start, all - start - end];
  if (align === 'center') return from + (room - size) / 2;
  if (['right', 'bottom', 'outside'].includes(align ?? '')) return from + room - size;
  return from + (align === null ? by : 0);
}
