import type { EditorState } from 'prosemirror-state';
import { useLayoutEffect, useRef, type KeyboardEvent as Key } from 'react';
import { createRoot } from 'react-dom/client';
import { Calendar } from '~/kit/calendar';
import type { CalendarLocale } from '~/kit/calendar-math';
import { chooseIn, controlAt, dayOf, itemsOf, type Chosen, type Control } from './docx-control-values';
import { textView } from './docx-ref';
import { wordOf } from './docx-words';

/** Between a control and what is chosen for it, and to the edge of the window, in px. */
const GAP = 4;
const EDGE = 8;

const place = document.createElement('div');
const root = createRoot(place);
let isOpen = false;

function close(): void {
  if (!isOpen) return;
  isOpen = false;
  root.render(null);
  textView()?.focus();
}

/** The control may stand elsewhere by now: it is looked up by its place again. */
function choose(position: number, chosen: Chosen): void {
  const view = textView();
  const control = view?.editable ? controlAt(view.state, position) : null;
  const tr = view && control && chooseIn(view.state, control, chosen);
  if (tr) view.dispatch(tr);
  close();
}

/** Days as the app around the frame shows them. */
function localeOfApp(): CalendarLocale {
  const rtl = document.documentElement.lang === 'fa';
  const system = rtl ? 'persian' : 'gregory';
  return { tag: rtl ? 'fa-IR' : 'en-US', system, firstDay: rtl ? 6 : 0, zone: 'Asia/Tehran', rtl };
}

function moveInList(event: Key): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const options = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=option]')];
  const at = options.findIndex((option) => option === document.activeElement);
  const to = event.key === 'Home' ? 0 : event.key === 'End' ? options.length - 1 : step && at + step;
  if (to === undefined) return;
  event.preventDefault();
  options[(to + options.length) % options.length]?.focus();
}

type Props = { control: Control; position: number; box: { left: number; right: number; top: number; bottom: number } };

function List({ control, position }: Props) {
  const items = itemsOf(control);
  if (items.length === 0) return <p>{wordOf('This list is empty.')}</p>;
  return items.map(({ text, value }) => (
    <button
      key={value}
      type="button"
      role="option"
      aria-selected={text === control.node.textContent}
      onClick={() => choose(position, { kind: 'item', text, value })}
    >
      {text}
    </button>
  ));
}

function Days({ control, position }: Props) {
  const day = dayOf(control);
  return (
    <Calendar
      locale={localeOfApp()}
      words={{
        previousMonth: wordOf('Previous month'),
        nextMonth: wordOf('Next month'),
        previousYear: wordOf('Previous year'),
        nextYear: wordOf('Next year'),
      }}
      from={day}
      to={day}
      onPick={(picked) => choose(position, { kind: 'date', day: picked })}
    />
  );
}

/** What can be chosen, below the control or above it where there is no room. */
function Popup(props: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const { control, box } = props;
  const isList = control.kind === 'list';
  // Before the paint: a key that follows at once is for the choices.
  useLayoutEffect(() => {
    const popup = ref.current;
    if (!popup) return;
    const { width, height } = popup.getBoundingClientRect();
    const isRtl = document.documentElement.lang === 'fa';
    const left = isRtl ? box.right - width : box.left;
    const below = box.bottom + GAP;
    const top = below + height + EDGE > innerHeight && box.top > height + EDGE ? box.top - GAP - height : below;
    popup.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`;
    popup.style.top = `${Math.max(EDGE, Math.min(top, innerHeight - height - EDGE))}px`;
    const first = isList ? '[aria-selected=true], [role=option]' : 'td [tabindex="0"]';
    const wanted = popup.querySelector<HTMLElement>('[aria-selected=true]') ?? popup.querySelector<HTMLElement>(first);
    wanted?.focus({ preventScroll: true });
  }, [box, isList]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it is a list or a dialog
    <div
      ref={ref}
      className="choices"
      role={isList ? 'listbox' : 'dialog'}
      aria-label={String(control.node.attrs['alias'] ?? '') || wordOf(isList ? 'Choose a value' : 'Choose a date')}
      onKeyDown={isList ? moveInList : undefined}
    >
      {isList ? <List {...props} /> : <Days {...props} />}
    </div>
  );
}

/** Opens the choices of a control, or turns its mark over. */
function open(control: Control, position: number, box: Props['box']): void {
  if (control.isLocked) return;
  if (control.kind === 'mark') return choose(position, { kind: 'mark' });
  isOpen = true;
  root.render(<Popup key={`${position} ${Date.now()}`} control={control} position={position} box={box} />);
}

/** Letters of the text, and not of headers and footers, whose places are those of another text. */
const PLACED = '.layout-page-content [data-pm-start]';

function onClick(event: MouseEvent): void {
  const { target } = event;
  if (!(target instanceof Element) || place.contains(target)) return;
  close();
  const view = textView();
  const placed = target.closest<HTMLElement>(PLACED);
  if (!placed || !view?.editable || !view.state.selection.empty || event.detail > 1) return;
  const position = Number(placed.dataset['pmStart']);
  const control = controlAt(view.state, position) ?? controlAt(view.state, position + 1);
  if (control) open(control, position + (controlAt(view.state, position) ? 0 : 1), placed.getBoundingClientRect());
}

const caretBox = () => (document.querySelector('[data-testid="caret"]') ?? document.body).getBoundingClientRect();

/** A check mark has one letter: who comes to it with an arrow key is before or after it, and not in it. */
let cameByArrow = false;

function controlNear(state: EditorState): { control: Control; position: number } | null {
  const { head } = state.selection;
  const control = controlAt(state, head);
  if (control || !cameByArrow) return control && { control, position: head };
  for (const position of [Math.min(head + 1, state.doc.content.size), Math.max(head - 1, 0)]) {
    const beside = controlAt(state, position);
    if (beside?.kind === 'mark' && beside.node.isInline) return { control: beside, position };
  }
  return null;
}

function onKey(event: KeyboardEvent): void {
  if (isOpen) {
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
    return;
  }
  const view = textView();
  const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
  const opens = isPlain && (event.altKey ? event.key === 'ArrowDown' : event.key === 'Enter' || event.key === ' ');
  const near = opens && view?.editable && view.hasFocus() && !event.isComposing ? controlNear(view.state) : null;
  cameByArrow = event.key.startsWith('Arrow') || (cameByArrow && near !== null);
  // What is typed beside a list or as a date has spaces.
  const isTyped =
    event.key === ' ' && near?.control.node.attrs['sdtType'] !== 'dropDownList' && near?.control.kind !== 'mark';
  if (!near || near.control.isLocked || isTyped) return;
  event.preventDefault();
  event.stopPropagation();
  open(near.control, near.position, caretBox());
}

/** Lets people choose in lists, dates and check marks of the text, by a click or by Enter, Space and Alt+Down in them. */
export function chooseInControls(): void {
  document.body.append(place);
  addEventListener('click', onClick, { capture: true });
  addEventListener('keydown', onKey, { capture: true });
  addEventListener('resize', close);
  // What is scrolled goes away below what is chosen for it.
  addEventListener('scroll', (event) => place.contains(event.target as Node) || close(), { capture: true });
}
