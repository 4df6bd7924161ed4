import { setLtr, setRtl } from '@eigenpal/docx-editor-core/prosemirror/commands';
import { Plugin, type Command } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { useEffect, useState } from 'react';

let view: EditorView | null = null;
let isRtl = false;
let listener: () => void = () => undefined;

function follow(of: EditorView): void {
  view = of;
  const { parent } = of.state.selection.$from;
  const now = parent.attrs['bidi'] === true;
  if (now === isRtl || !parent.isTextblock) return;
  isRtl = now;
  document.documentElement.classList.toggle('from-right', now);
  listener();
}

/** Follows the direction of the paragraph in which the caret is. */
export function watchDirection(): Plugin {
  return new Plugin({
    view(of) {
      follow(of);
      return { update: follow };
    },
  });
}

/** Whether the paragraph in which the caret is, or was, runs from the right. */
export const runsFromRight = () => isRtl;

function run(command: Command): void {
  if (!view) return;
  command(view.state, view.dispatch);
  view.focus();
}

/** The side of Shift that was pressed with Control and nothing else, as Windows turns paragraphs. */
let pressed: 'ShiftLeft' | 'ShiftRight' | null = null;

function onKeyDown(event: KeyboardEvent): void {
  const isAlone = event.ctrlKey && !event.altKey && !event.metaKey && !event.repeat;
  pressed = isAlone && (event.code === 'ShiftLeft' || event.code === 'ShiftRight') ? event.code : null;
}

function onKeyUp(event: KeyboardEvent): void {
  const turns = pressed;
  pressed = null;
  if (turns === null || (event.key !== 'Shift' && event.key !== 'Control') || !view?.editable || !view.hasFocus())
    return;
  (turns === 'ShiftRight' ? setRtl : setLtr)(view.state, view.dispatch);
}

/** Turns paragraphs by the keys of Word, in the text and nowhere else. */
export function turnByKeys(): void {
  // Before anybody who keeps a key for themselves: a key between those two is one of another command.
  addEventListener('keydown', onKeyDown, { capture: true });
  addEventListener('keyup', onKeyUp, { capture: true });
}

const words = {
  fa: { rtl: 'راست به چپ (Ctrl+Shift راست)', ltr: 'چپ به راست (Ctrl+Shift چپ)', group: 'جهت پاراگراف' },
  en: { rtl: 'Right to left (Ctrl+Right Shift)', ltr: 'Left to right (Ctrl+Left Shift)', group: 'Paragraph direction' },
};

/** Of the icons of Material Symbols, as those beside them. */
const ICONS = {
  rtl: 'M360-240v-260q-66 0-113-47t-47-113q0-66 47-113t113-47h320v80h-80v500h-80v-500h-80v500h-80Zm-80 160L120-240l160-160v120h480v80H280v120Z',
  ltr: 'M360-240v-260q-66 0-113-47t-47-113q0-66 47-113t113-47h320v80h-80v500h-80v-500h-80v500h-80ZM680-80v-120H200v-80h480v-120l160 160L680-80Z',
};

/** The buttons that turn the selected paragraphs, for the bar of the library, which stands in the language of the page. */
export const directionButtons = () => <DirectionButtons lang={document.documentElement.lang} />;

function DirectionButtons({ lang }: { lang: string }) {
  const [pressedRtl, setPressedRtl] = useState(isRtl);
  useEffect(() => {
    listener = () => setPressedRtl(isRtl);
    listener();
    return () => {
      listener = () => undefined;
    };
  }, []);
  const { rtl, ltr, group } = words[lang === 'fa' ? 'fa' : 'en'];
  return (
    <div role="group" aria-label={group} className="direction">
      <Turn name={ltr} icon={ICONS.ltr} isPressed={!pressedRtl} onPress={() => run(setLtr)} />
      <Turn name={rtl} icon={ICONS.rtl} isPressed={pressedRtl} onPress={() => run(setRtl)} />
    </div>
  );
}

function Turn(props: { name: string; icon: string; isPressed: boolean; onPress: () => void }) {
  const { name, icon, isPressed, onPress } = props;
  return (
    <button
      type="button"
      title={name}
      aria-label={name}
      aria-pressed={isPressed}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      <svg aria-hidden="true" viewBox="0 -960 960 960" width="20" height="20" fill="currentColor">
        <path d={icon} />
      </svg>
    </button>
  );
}
