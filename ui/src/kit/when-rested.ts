const idle = () =>
  new Promise<void>((resolve) => {
    // Safari has none.
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, 200);
    else requestIdleCallback(() => resolve(), { timeout: 2000 });
  });

/** Calls `work` when the page that is drawn has its letters and nothing else to do: for code that no first paint needs. */
export async function whenRested(work: () => void): Promise<void> {
  // The page asks for its letters while it is drawn.
  await idle();
  if ('fonts' in document) await document.fonts.ready;
  await idle();
  work();
}
