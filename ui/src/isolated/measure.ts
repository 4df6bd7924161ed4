const MOST = 100_000;

/**
 * Texts are measured once. The editor makes a canvas for each paragraph whenever it draws one, and measures the same words
 * again with each key: in a document of fifty pages that took more time than all the rest.
 */
export function measureOnce(): void {
  const known = new Map<string, TextMetrics>();
  document.fonts.addEventListener('loadingdone', () => known.clear());
  const measuring = document.createElement('canvas').getContext('2d');
  // oxlint-disable-next-line unbound-method
  const { measureText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.measureText = function measure(text: string) {
    const key = `${this.font}\n${this.letterSpacing}\n${this.direction}\n${text}`;
    const had = known.get(key);
    if (had) return had;
    const metrics = measureText.call(this, text);
    if (known.size >= MOST) known.clear();
    known.set(key, metrics);
    return metrics;
  };
  // oxlint-disable-next-line unbound-method
  const { getContext } = HTMLCanvasElement.prototype;
  const own = function context(this: HTMLCanvasElement, kind: string, options?: unknown) {
    // One that is drawn on gets its size first.
    const measures =
      kind === '2d' && options === undefined && !this.isConnected && this.width === 300 && this.height === 150;
    return measures && measuring ? measuring : getContext.call(this, kind, options);
  };
  Reflect.set(HTMLCanvasElement.prototype, 'getContext', own);
}
