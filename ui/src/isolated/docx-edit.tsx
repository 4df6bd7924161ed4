import { DocxEditor, type EditorMode } from '@eigenpal/docx-editor-react';
import { setGoogleFontsEnabled } from '@eigenpal/docx-editor-core';
import styles from '@eigenpal/docx-editor-react/styles.css?inline';
import JSZip from 'jszip';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { fa } from './docx-edit-fa';
import { keepLocked } from './docx-controls';
import { turnByKeys, watchDirection } from './docx-direction';
import { hasNewLists, takeListsOf, writeLists } from './docx-lists';
import { layOutNearCaret } from './docx-near';
import { tableKeys } from './docx-table';
import { typedInBothWays } from './docx-typed';
import { commentsIn, followsBody, onBodyChange, shownSoFar } from './docx-typing';
import { FontMap } from './fonts';
import { measureOnce } from './measure';
import { keepInside } from './popups';
import { safeAddress, type EditOrder, type Look, type Order } from './protocol';
import { drawOldPictures } from './docx-pictures';
import { printPages } from './docx-print';
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

/** The whole document: a partial writing depends on what was touched, and could not be compared with another one. */
async function written(): Promise<ArrayBuffer | null> {
  const bytes = (await editor.current?.save({ selective: false })) ?? null;
  if (!bytes || !hasNewLists()) return bytes;
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
      {...(order.look.lang === 'fa' && { i18n: fa })}
      fontFamilies={FONTS}
      onEditorViewReady={(view) => {
        Object.assign(window, { editorView: view });
        shownSoFar(commentsIn(view.state.doc));
        void opened();
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
let firstWriting: Promise<ArrayBuffer | null> = Promise.resolve(null);

const changed = () => report({ type: 'changed' });

/**
 * Tells that the document is there, and then what is written of it without any change: the text is taken for that before
 * anything can change, and it takes about as long to write a long document as to read it.
 */
async function opened(): Promise<void> {
  if (isOpen) return;
  isOpen = true;
  if (!(await settled())) return report({ type: 'trouble', kind: 'unreadable' });
  takeListsOf(editor.current?.getDocument());
  keepInside();
  onBodyChange(changed);
  editor.current?.onContentChange(() => followsBody() || changed());
  report({ type: 'opened' });
  const writing = Promise.resolve(editor.current?.save({ selective: false }) ?? null);
  firstWriting = writing.catch(() => null);
  const bytes = await firstWriting;
  report(bytes ? { type: 'untouched', bytes } : { type: 'trouble', kind: 'unreadable' });
}

/** Whether the editor has its document, which it gets a little after its view. */
async function settled(): Promise<boolean> {
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

async function edit(order: Edit): Promise<void> {
  setGoogleFontsEnabled(false);
  paint(order.look);
  new FontMap(order.fonts).add(FONTS);
  readInWindow();
  const bytes = await withParts(order.bytes, order.parts);
  createRoot(root).render(<Editor bytes={bytes} order={order} />);
}

function paint(look: Look): void {
  const { dark, lang, brand } = look;
  document.documentElement.lang = lang;
  const [surface, raised, line, text, muted, hover] = dark
    ? ['#16201f', '#1d2928', '#33403f', '#e8eeed', '#a3b1b0', '#263332']
    : ['#ffffff', '#ffffff', '#dfe6e6', '#1b2524', '#5a6968', '#eef3f3'];
  // The page of the document stays white, and the text stands in its own direction; tools run as the language does.
  ground.textContent = `
:root { color-scheme: ${dark ? 'dark' : 'light'}; background: ${look.ground}; }
html, body, #editor { height: 100%; margin: 0; overflow: hidden; font-family: Vazirmatn, sans-serif; }
/* Pages are laid out and painted each by itself; those out of sight are empty in a long document. */
.ep-root .layout-page { contain: strict; }
/* A page that is drawn smaller needs no more room than it takes. */
@media (max-width: 860px) {
  .docx-editor__scroll-container > div { min-width: 0 !important; }
  .docx-unified-sidebar.docx-unified-sidebar { position: fixed !important; inset: auto 0 0 0 !important; width: auto !important; max-height: 45%; overflow: auto !important; padding: 0 8px; }
  .docx-unified-sidebar [data-expanded] { position: static !important; margin: 8px 0; }
  .docx-unified-sidebar [data-expanded=false] { display: none; }
}
html .ep-root.ep-root.ep-root { color-scheme: ${dark ? 'dark' : 'light'}; --muted: ${dark ? '172 14% 17%' : '180 17% 95%'}; --doc-primary: ${brand}; --doc-primary-hover: ${brand}; --doc-focus-ring: ${brand};
  --doc-primary-light: color-mix(in oklab, ${brand} 14%, ${surface}); --doc-accent: ${brand}; --doc-caret: ${brand};
  --doc-toggle-active-bg: color-mix(in oklab, ${brand} 14%, ${surface}); --doc-toggle-active-fg: ${brand};
  --doc-bg: ${look.ground}; --doc-bg-subtle: ${surface}; --doc-bg-input: ${surface}; --doc-bg-hover: ${hover};
  --doc-surface: ${raised}; --doc-card: ${raised}; --doc-border: ${line}; --doc-border-light: ${line}; --doc-border-input: ${line};
  --doc-text: ${text}; --doc-text-muted: ${muted}; --doc-text-subtle: ${muted}; }
.ep-root button, .ep-root input, .ep-root select { font: inherit; color: inherit; letter-spacing: inherit; }
.ep-root *, .ep-root ::before, .ep-root ::after { box-sizing: border-box; }
.ep-root :where(button) { border: 0 solid; background: transparent; padding: 0; cursor: pointer; }
.ep-root :where(button):focus-visible { outline: 2px solid ${brand}; outline-offset: 1px; }
/* Without it the browser puts a space that does not break at the end of what is typed. */
.ProseMirror.ProseMirror { white-space: pre-wrap; }
/* Frames of content controls. Their lists and calendars are English, and what they choose is typed here. */
.ep-root .layout-block-sdt-box.is-active, .ep-root .layout-block-sdt-box.is-focused { border-color: color-mix(in oklab, ${brand} 60%, transparent); }
/* The name stands where the line above it ends. */
.ep-root .layout-block-sdt-label { left: auto; right: -1px; background: ${brand}; font-size: 11px; direction: ${lang === 'fa' ? 'rtl' : 'ltr'}; }
html.from-right .ep-root .layout-block-sdt-label { left: -1px; right: auto; }
.ep-root .layout-sdt-widget, .ep-root .layout-sdt-repeat-controls { display: none; }
.ep-root .direction { display: inline-flex; gap: 2px; }
.ep-root .direction button, .ep-root .reading { display: inline-flex; align-items: center; justify-content: center; width: 32px; height: 32px; border-radius: 6px; color: var(--doc-text-muted); }
.ep-root .direction button:hover, .ep-root .reading:hover { background: var(--doc-bg-hover); }
.ep-root .direction button[aria-pressed=true] { background: var(--doc-toggle-active-bg); color: var(--doc-toggle-active-fg); }
/* Text that runs through the window has no pages that one sees. */
html.flowing .ep-root.paged-editor, html.flowing .paged-editor__pages { background: #fff !important; }
html.flowing .ep-root .layout-page { box-shadow: none !important; margin: 0 auto !important; }
[data-testid=title-bar] > .ml-auto { margin: 0; margin-inline-start: auto; padding-inline: 8px; gap: 4px; }
html[lang=fa] [data-testid=title-bar] span[style*="margin-left: auto"] { margin-left: 0 !important; margin-right: auto; }
html[lang=fa] [data-testid=title-bar] span[style*="margin-left: auto"] svg { transform: scaleX(-1); }
[data-testid=title-bar], [data-testid=editor-toolbar], .docx-text-context-menu, .hf-separator-bar, .docx-comment-card, .docx-tracked-change-card, [role=dialog] { direction: ${lang === 'fa' ? 'rtl' : 'ltr'}; font-size: 14px; }
`;
}

async function follow(order: Order): Promise<void> {
  if (order.type === 'ping') report({ type: 'pong' });
  else if (order.type === 'edit') await edit(order);
  else if (order.type === 'read-only') setReadOnly(order.readOnly);
  else if (order.type === 'print') editor.current?.print();
  else if (order.type === 'look') {
    paint(order.look);
    setLook(order.look);
  } else if (order.type === 'write') {
    await firstWriting;
    // One writing that fails is not the end of the editor, which has the text.
    const bytes = await written().catch(() => null);
    if (bytes) report({ type: 'written', number: order.number, bytes });
    else report({ type: 'unwritten', number: order.number });
  }
}

/** Saves by the page around, and prints the pages and not their window. */
function onKey(event: KeyboardEvent): void {
  const isCommand = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
  if (!isCommand || (event.code !== 'KeyS' && event.code !== 'KeyP')) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.code === 'KeyP') editor.current?.print();
  else report({ type: 'command', command: 'save' });
}

measureOnce();
const sheet = document.createElement('style');
sheet.textContent = styles;
root.id = 'editor';
document.documentElement.dir = 'ltr';
document.head.append(sheet, ground);
document.body.append(root);
addEventListener('keydown', onKey, { capture: true });
turnByKeys();
printPages();
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
  if (source === parent) follow(data).catch(() => report({ type: 'trouble', kind: 'unreadable' }));
});
report({ type: 'ready' });
