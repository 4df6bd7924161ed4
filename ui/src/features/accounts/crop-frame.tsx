import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { t } from '~/i18n';
import { moveCrop, sideOf, zoomCrop, type Crop, type Size } from './crop';

type Props = { src: string; size: Size; crop: Crop; onChange: (crop: Crop) => void };

const STEP = 0.04;

const arrows: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** The picture behind a round window: dragged, pinched, turned by the wheel, or moved by the arrow keys. */
export function CropFrame({ src, size, crop, onChange }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const now = useRef(crop);
  now.current = crop;
  const change = (next: Crop) => {
    now.current = next;
    onChange(next);
  };

  useEffect(() => {
    const element = frame.current;
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      change(zoomCrop(size, now.current, now.current.zoom * (event.deltaY < 0 ? 1.08 : 1 / 1.08)));
    };
    element?.addEventListener('wheel', wheel, { passive: false });
    return () => element?.removeEventListener('wheel', wheel);
  });

  const spread = () => {
    const [a, b] = [...fingers.current.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  };
  const handlePointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  const handlePointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const wide = spread();
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const side = event.currentTarget.clientWidth;
    const count = fingers.current.size;
    const next = moveCrop(
      size,
      now.current,
      (event.clientX - before.x) / side / count,
      (event.clientY - before.y) / side / count,
    );
    change(wide > 0 ? zoomCrop(size, next, (next.zoom * spread()) / wide) : next);
  };
  const handlePointerUp = (event: PointerEvent<HTMLDivElement>) => fingers.current.delete(event.pointerId);
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = arrows[event.key];
    const zoom = { '+': 1.1, '=': 1.1, '-': 1 / 1.1 }[event.key];
    if (!step && !zoom) return;
    event.preventDefault();
    change(step ? moveCrop(size, crop, step[0], step[1]) : zoomCrop(size, crop, crop.zoom * (zoom ?? 1)));
  };

  const share = (part: number) => `${(part / sideOf(size, crop)) * 100}%`;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it is dragged, and moved by keys
    <div
      ref={frame}
      role="application"
      aria-label={t('profile.cropArea')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keys move the picture
      tabIndex={0}
      dir="ltr"
      onPointerDown={handlePointerDown}
      onPointerMove={handlePointerMove}
      onPointerUp={handlePointerUp}
      onPointerCancel={handlePointerUp}
      onKeyDown={handleKeyDown}
      className="relative mx-auto size-64 cursor-grab touch-none overflow-hidden rounded-full bg-sunken ring-1 ring-line outline-offset-4 select-none active:cursor-grabbing"
    >
      <img
        src={src}
        alt=""
        draggable={false}
        className="pointer-events-none absolute max-w-none"
        style={{
          width: share(size.width),
          height: share(size.height),
          insetInlineStart: `calc(50% - ${share(crop.x * size.width)})`,
          top: `calc(50% - ${share(crop.y * size.height)})`,
        }}
      />
    </div>
  );
}
