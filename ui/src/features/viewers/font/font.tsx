import { useEffect, useMemo, useState } from 'react';
import { faultText } from '~/api/fault';
import type { ViewerProps } from '~/api/content';
import { num, t } from '~/i18n';
import { FailureState } from '../failure-state';
import { coverageOf, weightsOf, type Coverage } from './coverage';
import { fetchBytes } from '../isolated-bytes';
import { WaitingState } from '../waiting-state';

const SIZES = [14, 20, 32, 48, 72];
const SAMPLES = [
  { lang: 'fa', needs: 'ابپی', text: 'همه آدمیان از یک گوهرند؛ ۱۲۳۴۵۶۷۸۹۰' },
  { lang: 'en', needs: 'aeiz', text: 'The quick brown fox jumps over the lazy dog 1234567890' },
];
/** Glyphs of one block that are shown before the rest is asked for. */
const SHOWN = 200;

interface Loaded {
  readonly family: string;
  readonly coverage: readonly Coverage[];
  readonly weights: readonly [number, number] | null;
}

/** A font: sample lines in several sizes, its weights, and the letters that it has. */
export function FontViewer({ content, name }: ViewerProps) {
  const { font, failed } = useFont(content.url);
  const [weight, setWeight] = useState(400);
  if (failed !== null) return <FailureState text={failed} />;
  if (!font) return <WaitingState />;
  const known = new Set(font.coverage.flatMap(({ points }) => points));
  const samples = SAMPLES.filter(({ needs }) =>
    Array.from(needs).every((letter) => known.has(letter.codePointAt(0) ?? 0)),
  );
  const style = { fontFamily: `"${font.family}"`, fontWeight: weight };
  return (
    <div
      data-print
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
      tabIndex={0}
      role="document"
      aria-label={name}
      className="scroll-thin absolute inset-0 overflow-auto bg-surface px-5 py-6 sm:px-10"
    >
      <div className="mx-auto grid max-w-4xl gap-8">
        {font.weights && (
          <label className="flex flex-wrap items-center gap-3 text-sm print:hidden">
            <span className="font-medium">{t('preview.weight')}</span>
            <input
              type="range"
              min={font.weights[0]}
              max={font.weights[1]}
              step={10}
              value={weight}
              onInput={({ currentTarget }) => setWeight(Number(currentTarget.value))}
              className="h-10 max-w-80 min-w-40 flex-1 accent-[var(--color-brand)]"
            />
            <output className="min-w-10">{num(weight)}</output>
          </label>
        )}
        {samples.map(({ lang, text }) => (
          <section key={lang} dir="auto" lang={lang} className="grid gap-3">
            {SIZES.map((size) => (
              <div key={size} className="flex items-baseline gap-4 border-b border-line pb-3">
                <span className="w-6 shrink-0 text-xs text-muted" aria-hidden="true">
                  {num(size)}
                </span>
                <p className="min-w-0 flex-1 leading-[1.5] wrap-anywhere" style={{ ...style, fontSize: size }}>
                  {text}
                </p>
              </div>
            ))}
          </section>
        ))}
        {font.coverage.map((coverage) => (
          <Glyphs key={coverage.block} coverage={coverage} style={style} />
        ))}
        {font.coverage.length === 0 && <p className="text-muted">{t('preview.noLetters')}</p>}
      </div>
    </div>
  );
}

const blockName = (block: string) => t(`preview.block_${block as 'latin'}`);

function Glyphs({ coverage, style }: { coverage: Coverage; style: { fontFamily: string; fontWeight: number } }) {
  const [all, setAll] = useState(false);
  const { block, points } = coverage;
  const shown = useMemo(() => (all ? points : points.slice(0, SHOWN)), [all, points]);
  return (
    <section className="grid gap-3">
      <h2 className="text-base font-bold">
        {blockName(block)} <span className="text-xs font-normal text-muted">{num(points.length)}</span>
      </h2>
      <ul dir="ltr" className="grid grid-cols-[repeat(auto-fill,minmax(3.25rem,1fr))] gap-1.5">
        {shown.map((point) => (
          <li
            key={point}
            title={`U+${point.toString(16).toUpperCase().padStart(4, '0')}`}
            className="grid h-13 place-items-center overflow-hidden rounded-control bg-sunken text-2xl leading-none ring-1 ring-line"
            style={style}
          >
            {String.fromCodePoint(point)}
          </li>
        ))}
      </ul>
      {shown.length < points.length && (
        <button
          type="button"
          onClick={() => setAll(true)}
          className="justify-self-start rounded-control px-3 py-1.5 font-medium text-brand hover:bg-brand-soft"
        >
          {t('preview.allLetters', { n: num(points.length) })}
        </button>
      )}
    </section>
  );
}

let fonts = 0;

function useFont(url: string): { font: Loaded | null; failed: string | null } {
  const [font, setFont] = useState<Loaded | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    let face: FontFace | null = null;
    const load = async () => {
      const bytes = await fetchBytes(url, stop.signal);
      const family = `shown-font-${(fonts += 1)}`;
      // All weights: the browser then makes none of its own, and a variable font shows each.
      const made = new FontFace(family, bytes, { weight: '1 1000' });
      const loaded = await made.load().catch(() => null);
      if (stop.signal.aborted) return;
      if (!loaded) return setFailed(t('preview.fontUnreadable'));
      face = loaded;
      document.fonts.add(loaded);
      setFont({ family, coverage: await coverageOf(family), weights: weightsOf(family) });
    };
    load().catch((error: unknown) => !stop.signal.aborted && setFailed(faultText(error, 'preview')));
    return () => {
      stop.abort();
      if (face) document.fonts.delete(face);
    };
  }, [url]);
  return { font, failed };
}
