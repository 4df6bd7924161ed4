import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { isRtl } from '~/i18n';
import { isPageCovered } from '~/kit/page-cover';
import { scrollToReveal } from '~/kit/row-window';
import { matches, type ActionContext } from '../actions/action';
import { actions } from '../actions/action-list';
import type { EntriesHandle } from './entries-view';
import { rowOf } from '~/kit/cells';
import type { Entries } from '../listing/listing';
import { toggle, type Step } from '../listing/selection';
import { sizesOf } from './layout';
import { TypeAhead } from './type-ahead';
import type { Selecting } from './use-selection';

interface Options {
  readonly entries: Entries;
  readonly selecting: Selecting;
  readonly handle: RefObject<EntriesHandle | null>;
  readonly context: () => ActionContext;
}

/** The keyboard of the files area: moving, choosing, jumping by letters, and the shortcuts of all actions. */
export function useKeys(options: Options): void {
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    const typing = new TypeAhead();
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isElsewhere(event)) return;
      if (
        runLetter(event, typing, latest.current) ||
        runMoveKey(event, latest.current) ||
        runShortcut(event, latest.current)
      ) {
        event.preventDefault();
        document.querySelector<HTMLElement>('[data-entries]')?.focus({ preventScroll: true });
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

/** Keys that belong to a field, to a dialog or menu that is open, or to the button that has the focus. */
function isElsewhere(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  // Boxes and radio buttons take the space bar and the arrows alone.
  const choice = target.closest('input[type=radio], input[type=checkbox]');
  if (choice ? /^(Arrow.*| |Enter)$/.test(event.key) : target.closest('input, textarea, select, [contenteditable]')) {
    return true;
  }
  if (isPageCovered({ lists: true })) return true;
  // Marked text, in the details for instance, is copied as text.
  if (event.code === 'KeyC' && !(getSelection()?.isCollapsed ?? true)) return true;
  return Boolean(target.closest('button, a, [role=button]')) && (event.key === 'Enter' || event.key === ' ');
}

function stepOf(event: KeyboardEvent, columns: number): Step | null {
  const forward = isRtl() ? 'ArrowLeft' : 'ArrowRight';
  const backward = isRtl() ? 'ArrowRight' : 'ArrowLeft';
  if (columns > 1 && event.key === forward) return 'next';
  if (columns > 1 && event.key === backward) return 'previous';
  switch (event.key) {
    case 'ArrowDown':
      return 'rowDown';
    case 'ArrowUp':
      return 'rowUp';
    case 'PageDown':
      return 'pageDown';
    case 'PageUp':
      return 'pageUp';
    case 'Home':
      return 'first';
    case 'End':
      return 'last';
    default:
      return null;
  }
}

function runMoveKey(event: KeyboardEvent, { selecting, handle }: Options): boolean {
  const shown = handle.current;
  if (!shown || event.altKey) return false;
  const { layout, scroller } = shown;
  const modifiers = { ctrl: event.ctrlKey || event.metaKey, shift: event.shiftKey };
  if (event.key === ' ') {
    const { cursor } = selecting.now();
    if (cursor) selecting.set(toggle(selecting.now(), cursor));
    return true;
  }
  const step = stepOf(event, layout.columns);
  if (!step) return false;
  const height = selecting.cursorIndex() < layout.leading ? layout.folderHeight : layout.rowHeight;
  const page = Math.max(1, Math.floor(scroller.clientHeight / height) - 1);
  void selecting.step(step, modifiers, layout, page).then((index) => reveal(shown, index));
  return true;
}

/** Letters go to the name that they begin. */
function runLetter(event: KeyboardEvent, typing: TypeAhead, { entries, selecting, handle }: Options): boolean {
  const letter = /^.$/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey;
  const going = typing.isTyping(event.timeStamp);
  if (!letter || (!going && (event.key === ' ' || isShortcut(event)))) return false;
  const nameAt = (index: number) => entries.entryAt(index)?.name ?? null;
  const index = typing.type(event.key, event.timeStamp, selecting.cursorIndex(), entries.count, nameAt);
  if (index >= 0) {
    selecting.jump(index);
    if (handle.current) reveal(handle.current, index);
  }
  return true;
}

function isShortcut(event: KeyboardEvent): boolean {
  return actions.some(({ shortcuts }) => shortcuts?.some((shortcut) => matches(shortcut, event)));
}

function runShortcut(event: KeyboardEvent, { context }: Options): boolean {
  const now = context();
  const action = actions.find(
    ({ shortcuts, applies }) => shortcuts?.some((shortcut) => matches(shortcut, event)) && applies(now),
  );
  action?.perform(now);
  return action !== undefined;
}

function reveal({ layout, scroller }: EntriesHandle, index: number): void {
  if (index < 0) return;
  const { scrollTop, clientHeight } = scroller;
  const row = rowOf(layout, index);
  // The padding above the first row is no part of the rows.
  scroller.scrollTop = scrollToReveal(row, scrollTop, clientHeight, sizesOf(layout), layout.padding);
}
