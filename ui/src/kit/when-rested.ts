const idle = () =>
  new Promise<void>((resolve) => {
    // Safari has none.
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, 200);
    else requestIdleCallback(() => resolve(), { timeout: 2000 });
  });

/** Of a page that is drawn, until code is fetched that nobody asked for: ms. A slow line still brings the page's own. */
const CALM = 1500;

/** Calls `work` when the page that is drawn has its letters and nothing to do, at once after that: for code that is here already. */
export async function whenIdle(work: () => void): Promise<void> {
  // The page asks for its letters while it is drawn.
  await idle();
  if ('fonts' in document) await document.fonts.ready;
  await idle();
  work();
}

/** Calls `work` when the page that is drawn has its letters and nothing else to do: for what no first screen needs. */
export async function whenRested(work: () => void): Promise<void> {
  await whenIdle(() => void setTimeout(work, CALM));
}
