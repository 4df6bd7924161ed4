const MOST = 100_000;

/**
 * From now on, texts are measured once. The editor makes a canvas for each paragraph whenever it draws one, sets a font for each sign, and
 * measures the same words again with each key: in a document of fifty pages that took more time than all the rest.
 */
export function installMeasureCache(): void {
  const measuring = document.createElement('canvas').getContext('2d');
  if (measuring) rememberTexts(measuring);
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

/** Lets a context keep what it measured, by font, and take a font only when it has to measure. */
function rememberTexts(context: CanvasRenderingContext2D): void {
  let known = new Map<string, Map<string, TextMetrics>>();
  let size = 0;
  let font = context.font;
  let texts = new Map<string, TextMetrics>();
  const forget = () => {
    known = new Map();
    texts = new Map();
    known.set(font, texts);
    size = 0;
  };
  document.fonts.addEventListener('loadingdone', forget);
  const real = Object.getOwnPropertyDescriptor(CanvasRenderingContext2D.prototype, 'font');
  // oxlint-disable-next-line unbound-method
  const { measureText } = CanvasRenderingContext2D.prototype;
  Object.defineProperty(context, 'font', {
    get: () => font,
    set(next: string) {
      if (next === font) return;
      font = next;
      texts = known.get(font) ?? new Map<string, TextMetrics>();
      known.set(font, texts);
    },
  });
  context.measureText = (text) => {
    const had = texts.get(text);
    if (had) return had;
    real?.set?.call(context, font);
    const metrics = measureText.call(context, text);
    if (size >= MOST) forget();
    texts.set(text, metrics);
    size += 1;
    return metrics;
  };
}
