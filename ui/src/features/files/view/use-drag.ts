import { useEffect, useLayoutEffect, useRef } from 'react';
import type { ActionContext } from '../actions/action';
import { setDragImage } from './drag-image';
import { mayDrop, targetAt, type Dragged, type DragTarget } from './drag-target';
import type { Entry } from '../listing/entry';
import type { Entries } from '../listing/listing';
import { isSelected, only } from '../listing/selection';
import type { Selecting } from './use-selection';
import { withOperations } from '../operations/with-operations';

interface Options {
  readonly entries: Entries;
  readonly selecting: Selecting;
  readonly context: () => ActionContext;
}

interface Drag extends Dragged {
  readonly all: Promise<readonly Entry[]>;
}

/** Entries can be dragged onto folders, steps of the path and places of the sidebar; with Ctrl they are copied. */
export function useDrag(options: Options): void {
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    let drag: Drag | null = null;
    let marked: HTMLElement | null = null;
    const mark = (element: HTMLElement | null) => {
      if (marked === element) return;
      delete marked?.dataset.drop;
      marked = element;
      if (element) element.dataset.drop = '';
    };
    const findTarget = (event: DragEvent) => {
      const under = drag && targetAt(event.target as Element, drag.spaceId);
      return under && drag && mayDrop(drag, under.target, isCopying(event)) ? under : null;
    };
    const onStart = (event: DragEvent) => {
      drag = begin(event, latest.current);
    };
    const onOver = (event: DragEvent) => {
      if (!drag) return;
      const under = findTarget(event);
      mark(under?.element ?? null);
      if (!under) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = isCopying(event) ? 'copy' : 'move';
    };
    const onDrop = (event: DragEvent) => {
      const under = findTarget(event);
      if (!drag || !under) return;
      event.preventDefault();
      drop(drag, under.target, isCopying(event), latest.current);
    };
    const onEnd = () => {
      drag = null;
      mark(null);
    };
    const listeners = { dragstart: onStart, dragover: onOver, drop: onDrop, dragend: onEnd } as const;
    const each = Object.entries(listeners) as [keyof typeof listeners, (event: DragEvent) => void][];
    for (const [name, listener] of each) addEventListener(name, listener);
    return () => {
      onEnd();
      for (const [name, listener] of each) removeEventListener(name, listener);
    };
  }, []);
}

const isCopying = (event: DragEvent) => event.ctrlKey || event.altKey;

function begin(event: DragEvent, { entries, selecting, context }: Options): Drag | null {
  const row = (event.target as HTMLElement).closest?.<HTMLElement>('[data-entries] [data-index]');
  const entry = row && entries.entryAt(Number(row.dataset.index));
  if (!entry || !event.dataTransfer) return null;
  if (!isSelected(selecting.now(), entry.id)) selecting.set(only(entry.id));
  const now = context();
  event.dataTransfer.effectAllowed = 'copyMove';
  event.dataTransfer.setData('application/x-anbar', entry.id);
  setDragImage(event.dataTransfer, entry.name, now.count);
  return { spaceId: now.place.spaceId, entries: now.entries, all: now.commands.chosen() };
}

function drop({ spaceId, all }: Drag, target: DragTarget, copied: boolean, { selecting }: Options): void {
  withOperations(async (operations) => {
    const entries = await all;
    if (target.kind !== 'favorites') selecting.clear();
    if (target.kind === 'favorites') return operations.setFavorite(spaceId, entries, true);
    if (target.kind === 'trash') return operations.trash(spaceId, entries);
    const to = { spaceId, directoryId: target.directoryId };
    return copied ? operations.copy(spaceId, entries, to) : operations.move(spaceId, entries, to);
  });
}
