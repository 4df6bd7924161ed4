import { useEffect, useRef } from 'react';
import { t } from '~/i18n';
import { cx } from '~/kit/cx';

/** Points of one stroke, as shares of the width of the pad. */
export type Stroke = readonly (readonly [x: number, y: number])[];

const INK = '#1e3a8a';
const HEIGHT = 0.45;

/** Draws strokes as smooth lines over a surface of that width. */
export function drawStrokes(pen: CanvasRenderingContext2D, strokes: readonly Stroke[], width: number): void {
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  pen.lineWidth = width * 0.0085;
  pen.strokeStyle = INK;
  for (const stroke of strokes) {
    const [first, ...rest] = stroke.map(([x, y]) => [x * width, y * width] as const);
    if (!first) continue;
    pen.beginPath();
    pen.moveTo(...first);
    rest.forEach((point, index) => {
      const next = rest[index + 1];
      if (next) pen.quadraticCurveTo(...point, (point[0] + next[0]) / 2, (point[1] + next[1]) / 2);
      else pen.lineTo(...point);
    });
    if (rest.length === 0) pen.lineTo(...first);
    pen.stroke();
  }
}

function pointOf(event: { clientX: number; clientY: number; currentTarget: Element }): [number, number] {
  const { left, top, width } = event.currentTarget.getBoundingClientRect();
  return [(event.clientX - left) / width, (event.clientY - top) / width];
}

type Props = { strokes: readonly Stroke[]; onChange: (strokes: readonly Stroke[]) => void };

/** Paper to sign on with a mouse, a pen or a finger. */
export function SignaturePad({ strokes, onChange }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const current = useRef<(readonly [number, number])[] | null>(null);

  const draw = () => {
    const paper = canvas.current;
    const pen = paper?.getContext('2d');
    if (!paper || !pen) return;
    paper.width = paper.clientWidth * devicePixelRatio;
    paper.height = paper.clientHeight * devicePixelRatio;
    drawStrokes(pen, current.current ? [...strokes, current.current] : strokes, paper.width);
  };
  useEffect(draw);

  const handlePointerUp = () => {
    const stroke = current.current;
    current.current = null;
    if (stroke) onChange([...strokes, stroke]);
  };
  return (
    <div className="relative">
      <canvas
        ref={canvas}
        role="img"
        aria-label={t('marks.drawLabel')}
        style={{ aspectRatio: `1 / ${HEIGHT}` }}
        className="block w-full cursor-crosshair touch-none rounded-card bg-white ring-1 ring-edge"
        onPointerDown={(event) => {
          if (event.button !== 0 || !event.isPrimary) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          current.current = [pointOf(event)];
          draw();
        }}
        onPointerMove={(event) => {
          if (!current.current || !event.isPrimary) return;
          current.current.push(pointOf(event));
          draw();
        }}
        onPointerUp={handlePointerUp}
        onPointerCancel={handlePointerUp}
      />
      <div
        aria-hidden="true"
        className="pointer-events-none absolute inset-x-8 bottom-[22%] border-b border-dashed border-slate-300"
      />
      <p
        aria-hidden="true"
        className={cx(
          'pointer-events-none absolute inset-x-0 bottom-[26%] text-center text-slate-500',
          strokes.length > 0 && 'invisible',
        )}
      >
        {t('marks.drawHere')}
      </p>
    </div>
  );
}
