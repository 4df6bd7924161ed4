import { DocxEditor, type EditorMode } from '@eigenpal/docx-editor-react';
import { setGoogleFontsEnabled } from '@eigenpal/docx-editor-core';
import styles from '@eigenpal/docx-editor-react/styles.css?inline';
import JSZip from 'jszip';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { en } from './docx-edit-en';
import { fa } from './docx-edit-fa';
import { chooseInControls } from './docx-choices';
import { keepLocked } from './docx-controls';
import { turnByKeys, watchDirection } from './docx-direction';
import { hasNewLists, takeListsOf, writeLists } from './docx-lists';
import { layOutNearCaret } from './docx-near';
import { tableKeys } from './docx-table';
import { typedInBothWays } from './docx-typed';
import { commentsIn, isRepeatOfBodyChange, onBodyChange, rememberComments } from './docx-typing';
import { FontMap } from './fonts';
import { installMeasureCache } from './measure';
import { keepInside } from './popups';
import { styleOf } from './docx-edit-style';
import { safeAddress, type EditOrder, type Look, type Order } from './protocol';
import { drawOldPictures } from './docx-pictures';
import { installPrint } from './docx-print';
import { firstZoom, ReadingButton, readInWindow } from './docx-reading';
import { editor } from './docx-ref';
import { report } from './stage';

type Edit = Extract<EditOrder, { type: 'edit' }>;

const plugins = [typedInBothWays(), watchDirection(), tableKeys(), keepLocked(), layOutNearCaret()];
const ground = document.createElement('style');
const root = document.createElement('div');
/** Told by the app after the document is there. */
let setReadOnly: (readOnly: boolean) => void = () => undefined;
let setLook: (look: Look) => void = () => undefined;

/** Of windows without room beside a page, in px. */
const NARROW = 700;

/** Fonts that people find in the list, beside those that the document names. */
const FONTS = ['Vazirmatn', 'Arial', 'Calibri', 'Cambria', 'Times New Roman', 'Tahoma', 'Courier New', 'B Nazanin'];

async function withParts(bytes: ArrayBuffer, parts: Edit['parts']): Promise<ArrayBuffer> {
  const names = Object.keys(parts);
  if (names.length === 0) return bytes;
  const zip = await JSZip.loadAsync(bytes);
  for (const name of names) zip.file(name, parts[name] ?? '');
  return zip.generateAsync({ type: 'arraybuffer', compression: 'STORE' });
}

async function withNewLists(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  if (!hasNewLists()) return bytes;
  const zip = await JSZip.loadAsync(bytes);
  await writeLists(zip);
  return zip.generateAsync({ type: 'arraybuffer', compression: 'STORE' });
}

function Editor({ bytes, order }: { bytes: ArrayBuffer; order: Edit }) {
  const [readOnly, changeReadOnly] = useState(order.readOnly);
  const [look, changeLook] = useState(order.look);
  const [mode, setMode] = useState<EditorMode>('editing');
  useEffect(() => {
    setReadOnly = changeReadOnly;
    setLook = changeLook;
  }, []);
  return (
    <DocxEditor
      ref={editor}
      documentBuffer={bytes}
      author={order.author}
      mode={readOnly ? 'viewing' : mode}
      onModeChange={setMode}
      readOnly={readOnly}
      colorMode={look.dark ? 'dark' : 'light'}
      showFileOpen={false}
      showOutlineButton={innerWidth > NARROW}
      initialZoom={firstZoom()}
      showHelpMenu={false}
      documentNameEditable={false}
      renderLogo={noLogo}
      i18n={order.look.lang === 'fa' ? fa : en}
      fontFamilies={FONTS}
      onEditorViewReady={(view) => {
        Object.assign(window, { editorView: view });
        rememberComments(commentsIn(view.state.doc));
        void announceDocument();
      }}
      externalPlugins={plugins}
      toolbarExtra={<ReadingButton />}
      onError={() => report({ type: 'trouble', kind: 'unreadable' })}
    />
  );
}

/** The page around the frame has the name of the document. */
const noLogo = () => null;

let isOpen = false;
/** The document before any change; what is written later waits for it. */
let untouched: Promise<ArrayBuffer | null> = Promise.resolve(null);

const reportChange = () => report({ type: 'changed' });

/**
 * Tells that the document is there, and then what is written of it without any change: the text is taken for that before
 * anything can change, and it takes about as long to write a long document as to read it.
 */
async function announceDocument(): Promise<void> {
  if (isOpen) return;
  isOpen = true;
  if (!(await waitForDocument())) return report({ type: 'trouble', kind: 'unreadable' });
  takeListsOf(editor.current?.getDocument());
  keepInside();
  chooseInControls();
  onBodyChange(reportChange);
  editor.current?.onContentChange(() => isRepeatOfBodyChange() || reportChange());
  report({ type: 'opened' });
  const writing = Promise.resolve(editor.current?.save({ selective: false }) ?? null);
  untouched = writing.catch(() => null);
  const bytes = await untouched;
  report(bytes ? { type: 'untouched', bytes } : { type: 'trouble', kind: 'unreadable' });
}

/** Whether the editor has its document, which it gets a little after its view. */
async function waitForDocument(): Promise<boolean> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (editor.current?.getDocument()) return true;
    await nextFrame();
  }
  return false;
}

const nextFrame = () =>
  new Promise((done) => {
    requestAnimationFrame(done);
  });

async function openDocument(order: Edit): Promise<void> {
  setGoogleFontsEnabled(false);
  paint(order.look);
  new FontMap(order.fonts).add(FONTS);
  readInWindow();
  const bytes = await withParts(order.bytes, order.parts);
  createRoot(root).render(<Editor bytes={bytes} order={order} />);
}

function paint(look: Look): void {
  document.documentElement.lang = look.lang;
  ground.textContent = styleOf(look);
}

async function handleOrder(order: Order): Promise<void> {
  if (order.type === 'ping') report({ type: 'pong' });
  else if (order.type === 'edit') await openDocument(order);
  else if (order.type === 'read-only') setReadOnly(order.readOnly);
  else if (order.type === 'print') editor.current?.print();
  else if (order.type === 'look') {
    paint(order.look);
    setLook(order.look);
  } else if (order.type === 'write') {
    await untouched;
    try {
      // The whole document: a partial writing depends on what was touched, and could not be compared with another one.
      const bytes = await editor.current?.save({ selective: false });
      if (!bytes) throw new Error('the editor wrote nothing');
      report({ type: 'written', number: order.number, bytes: await withNewLists(bytes) });
    } catch {
      // One writing that fails is not the end of the editor, which has the text.
      report({ type: 'unwritten', number: order.number });
    }
  }
}

/** Saves by the page around, and prints the pages and not their window. */
function onKey(event: KeyboardEvent): void {
  const isCommand = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
  if (!isCommand || (event.code !== 'KeyS' && event.code !== 'KeyP')) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.code === 'KeyP') editor.current?.print();
  else report({ type: 'save' });
}

installMeasureCache();
const sheet = document.createElement('style');
sheet.textContent = styles;
root.id = 'editor';
document.documentElement.dir = 'ltr';
document.head.append(sheet, ground);
document.body.append(root);
addEventListener('keydown', onKey, { capture: true });
turnByKeys();
installPrint();
drawOldPictures();
// Links of the document are opened by the app, after a check; the editor asks for them in this way.
window.open = (target) => {
  const address = safeAddress(String(target));
  if (address !== null) report({ type: 'link', address });
  return null;
};
addEventListener('click', (event) => {
  if (event.target instanceof Element && event.target.closest('a')) event.preventDefault();
});
addEventListener('message', ({ source, data }: MessageEvent<Order>) => {
  if (source === parent) handleOrder(data).catch(() => report({ type: 'trouble', kind: 'unreadable' }));
});
report({ type: 'ready' });
