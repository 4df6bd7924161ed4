/**
 * The height in the window, in px from its top, at which the page counts that lies there. It moves from the top to the
 * end with the scrolling, so that the first page counts at the beginning and the last one at the end, however short they are.
 */
export function readingLine({ scrollTop, scrollHeight, clientHeight }: Element): number {
  const way = scrollHeight - clientHeight;
  return way > 0 ? Math.min(1, Math.max(0, scrollTop / way)) * clientHeight : 0;
}
