import { useRef, type MouseEvent, type PointerEvent, type RefObject } from 'react';
import type { Entry } from '../listing/entry';
import type { Layout } from './layout';
import type { Entries } from '../listing/listing';
import { countSelected } from '../listing/selection';
import { useLongPress } from './use-long-press';
import { useMarquee } from './use-marquee';
import type { Selecting } from './use-selection';

interface Options {
  readonly entries: Entries;
  readonly selecting: Selecting;
  readonly onOpen: (entry: Entry) => void;
  readonly onMore: (button: HTMLElement, index: number) => void;
}

/** Clicks, double clicks, long presses and the rubber band, heard once for all rows. */
export function usePointer(
  { entries, selecting, onOpen, onMore }: Options,
  scroller: RefObject<HTMLElement | null>,
  layout: Layout,
) {
  const marquee = useMarquee({ scroller, layout, count: entries.count, idAt: entries.idAt, selecting });
  const press = useLongPress((target) => {
    const entry = entries.entryAt(indexAt(target));
    if (entry) void selecting.click(indexAt(target), { ctrl: true });
  });
  const banded = useRef(false);
  const touched = useRef(false);

  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (banded.current || press.wasLong()) return;
    const target = event.target as HTMLElement;
    const index = indexAt(target);
    const part = target.closest<HTMLElement>('[data-part]');
    if (index < 0) return selecting.clear();
    if (part?.dataset.part === 'more') return onMore(part, index);
    if (part?.dataset.part === 'check')
      return void selecting.click(index, { ctrl: !event.shiftKey, shift: event.shiftKey });
    const entry = entries.entryAt(index);
    if (!entry) return;
    const { selection } = selecting;
    if (!touched.current)
      return void selecting.click(index, { ctrl: event.ctrlKey || event.metaKey, shift: event.shiftKey });
    if (countSelected(selection, entries.count) > 0) return void selecting.click(index, { ctrl: true });
    onOpen(entry);
  };

  return {
    band: marquee.rect,
    handlers: {
      onClick,
      onDblClick: (event: MouseEvent<HTMLElement>) => {
        const target = event.target as HTMLElement;
        const entry = entries.entryAt(indexAt(target));
        const part = target.closest<HTMLElement>('[data-part]')?.dataset.part;
        if (entry && part !== 'check' && part !== 'more' && !touched.current) onOpen(entry);
      },
      onContextMenu: (event: MouseEvent<HTMLElement>) => {
        // A long press has already chosen the entry.
        if (touched.current) return event.preventDefault();
        const entry = entries.entryAt(indexAt(event.target as HTMLElement));
        if (entry) selecting.context(entry.id);
        else selecting.clear();
      },
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        touched.current = event.pointerType !== 'mouse';
        banded.current = false;
        press.onPointerDown(event);
        marquee.onPointerDown(event);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        press.onPointerMove(event);
        marquee.onPointerMove(event);
      },
      onPointerUp: () => {
        press.stop();
        banded.current = marquee.end();
      },
      onPointerCancel: () => {
        press.stop();
        marquee.end();
      },
    },
  };
}

function indexAt(target: HTMLElement): number {
  return Number(target.closest<HTMLElement>('[data-index]')?.dataset.index ?? -1);
}
