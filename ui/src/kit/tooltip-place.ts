import type { TooltipSide } from './tooltip';

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const gap = 6;
const margin = 8;
const within = (value: number, room: number) => Math.min(Math.max(margin, value), Math.max(margin, room - margin));

/** Where a tooltip of that size goes: beside its anchor on the side asked for, else on the opposite one, inside the window. */
export function placeTooltip(
  anchor: Box,
  tip: { width: number; height: number },
  view: { width: number; height: number },
  side: TooltipSide,
  rtl: boolean,
): { left: number; top: number } {
  if (side === 'bottom') {
    const below = anchor.top + anchor.height + gap;
    const fits = below + tip.height + margin <= view.height;
    return {
      left: within(anchor.left + anchor.width / 2 - tip.width / 2, view.width - tip.width),
      top: fits ? below : Math.max(margin, anchor.top - gap - tip.height),
    };
  }
  const before = anchor.left - gap - tip.width;
  const after = anchor.left + anchor.width + gap;
  const wantsAfter = (side === 'inline-end') !== rtl;
  const left = wantsAfter
    ? after + tip.width + margin <= view.width
      ? after
      : before
    : before >= margin
      ? before
      : after;
  return { left, top: within(anchor.top + anchor.height / 2 - tip.height / 2, view.height - tip.height) };
}
