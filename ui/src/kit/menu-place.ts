export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface MenuPlacement {
  /** Where the menu stands beside its anchor while there is room. */
  readonly side: 'top' | 'bottom' | 'inline-start' | 'inline-end';
  readonly align: 'start' | 'center' | 'end';
  /** Between the anchor and the menu, in px. */
  readonly gap: number;
  /** How far the first row is above or below the top of an anchor that it stands beside, in px. */
  readonly shift?: number;
}

/** To the edges of the window, in px. */
const MARGIN = 8;

const clamp = (value: number, most: number) => Math.max(MARGIN, Math.min(value, most - MARGIN));

/** On the side that is asked for if the menu fits there, else on the opposite one if it fits there, else where more room is. */
function isAtEnd(wanted: boolean, size: number, before: number, after: number): boolean {
  const [here, there] = wanted ? [after, before] : [before, after];
  return size <= here || (size > there && here >= there) ? wanted : !wanted;
}

/** The place of a menu in the window, in px: beside its anchor and inside the margins; `room` is how high it may be. */
export function placeMenu(
  anchor: Box,
  size: Size,
  view: Size,
  { side, align, gap, shift = 0 }: MenuPlacement,
  isRtl: boolean,
): { left: number; top: number; room: number } {
  if (side === 'top' || side === 'bottom') {
    const above = anchor.top - gap - MARGIN;
    const below = view.height - anchor.bottom - gap - MARGIN;
    const isBelow = isAtEnd(side === 'bottom', size.height, above, below);
    const room = isBelow ? below : above;
    const start = isRtl ? anchor.right - size.width : anchor.left;
    const end = isRtl ? anchor.left : anchor.right - size.width;
    const middle = (anchor.left + anchor.right - size.width) / 2;
    const left = clamp({ start, end, center: middle }[align], view.width - size.width);
    const top = isBelow ? anchor.bottom + gap : anchor.top - gap - Math.min(size.height, room);
    return { left, top, room };
  }
  const before = anchor.left - gap - MARGIN;
  const after = view.width - anchor.right - gap - MARGIN;
  const isAfter = isAtEnd((side === 'inline-end') !== isRtl, size.width, before, after);
  const room = view.height - 2 * MARGIN;
  const height = Math.min(size.height, room);
  const left = clamp(isAfter ? anchor.right + gap : anchor.left - gap - size.width, view.width - size.width);
  const top = clamp(anchor.top + shift, view.height - height);
  return { left, top, room };
}
