import { contrast } from '~/kit/contrast';

/** Ink that is nearly black or white is that of the page, which may be dark. */
export const isPlainInk = (hex: string) => contrast(hex, '#000000') < 1.6 || contrast(hex, '#ffffff') < 1.6;

/** The colour of a text; undefined for that of the page. */
export const inkOf = (color: string, fill: string | undefined): string | undefined =>
  fill !== undefined || !isPlainInk(`#${color}`) ? `#${color}` : undefined;
