import { wordOf } from './docx-words';
import type { Look } from './protocol';

/** White paper as the filter of the library for pages draws it when all around is dark. */
const DARK_PAGE = '#393939';

/** The style sheet of the editor in the look of the page around it. */
export function styleOf(look: Look): string {
  const { dark, lang, brand } = look;
  const [surface, raised, line, text, muted, hover] = dark
    ? ['#16201f', '#1d2928', '#33403f', '#e8eeed', '#a3b1b0', '#263332']
    : ['#ffffff', '#ffffff', '#dfe6e6', '#1b2524', '#5a6968', '#eef3f3'];
  // The colour of the brand is one for light pages.
  const onRaised = dark ? `color-mix(in oklab, ${brand} 45%, white)` : brand;
  // The page of the document stays white, and the text stands in its own direction; tools run as the language does.
  return `
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
/* Frames of content controls. The lists and calendars of the library are English, and know no Persian days: see docx-choices. */
.ep-root .layout-block-sdt-box.is-active, .ep-root .layout-block-sdt-box.is-focused { border-color: color-mix(in oklab, ${brand} 60%, transparent); }
/* The name stands where the line above it ends. */
.ep-root .layout-block-sdt-label { left: auto; right: -1px; background: ${brand}; font-size: 11px; direction: ${lang === 'fa' ? 'rtl' : 'ltr'}; }
/* Words of the style sheet of the library. */
.ep-root.ep-root .layout-page-header:empty:hover::after { content: ${JSON.stringify(wordOf('Double-click to add header'))}; }
.ep-root.ep-root .layout-page-footer:empty:hover::after { content: ${JSON.stringify(wordOf('Double-click to add footer'))}; }
.ep-root.ep-root .docx-section-break::after { content: ${JSON.stringify(wordOf('Section break'))}; }
html.from-right .ep-root .layout-block-sdt-label { left: -1px; right: auto; }
.ep-root .layout-sdt-widget, .ep-root .layout-sdt-repeat-controls { display: none; }
/* The page is turned at night by a filter: what is drawn on it has the colours of a day. */
.ep-root [data-control] { background: #0b6b6414; box-shadow: 0 0 0 1px #0b6b6433; border-radius: 2px; }
.ep-root :is([data-control=list], [data-control=date], [data-control=mark]):not([data-locked]) { cursor: pointer; }
.ep-root :is([data-control=list], [data-control=date], [data-control=mark]):not([data-locked]):hover { background: #0b6b6429; }
.ep-root [data-control][data-locked] { background: #00000012; box-shadow: none; cursor: not-allowed; }
.ep-root .layout-block-sdt:is([data-sdt-type=dropDownList], [data-sdt-type=comboBox], [data-sdt-type=date], [data-sdt-type=checkbox]) { cursor: pointer; }
.locked-note { position: fixed; inset-inline: 0; z-index: 60; width: max-content; max-width: calc(100vw - 32px); margin-inline: auto; padding: 8px 14px; border-radius: 8px; background: ${text}; color: ${surface}; font-size: 14px; direction: ${lang === 'fa' ? 'rtl' : 'ltr'}; box-shadow: 0 4px 16px #0003; }
.choices { position: fixed; z-index: 60; max-width: calc(100vw - 16px); max-height: 320px; overflow: auto; padding: 6px; border: 1px solid ${line}; border-radius: 10px; background: ${raised}; color: ${text}; font-size: 14px; direction: ${lang === 'fa' ? 'rtl' : 'ltr'}; box-shadow: 0 8px 28px #0003; }
.choices, .choices * { box-sizing: border-box; font-family: inherit; }
.choices button { border: 0; background: transparent; color: inherit; font: inherit; cursor: pointer; border-radius: 6px; }
.choices button:hover { background: ${hover}; }
.choices button:focus-visible { outline: 2px solid ${brand}; outline-offset: -2px; }
.choices [role=option] { display: block; width: 100%; min-width: 160px; min-height: 36px; padding: 6px 10px; text-align: start; unicode-bidi: plaintext; }
.choices [role=option][aria-selected=true] { background: color-mix(in oklab, ${brand} 14%, ${surface}); color: ${onRaised}; font-weight: 600; }
.choices p { margin: 0; padding: 8px 10px; color: ${muted}; }
.choices > div > div:first-child { display: flex; align-items: center; }
.choices > div > div:first-child p { flex: 1; text-align: center; color: inherit; font-weight: 600; padding: 0; }
.choices > div > div:first-child button { display: inline-grid; place-items: center; width: 34px; height: 34px; flex: none; color: ${muted}; }
.choices > div > div:first-child button:is(:nth-of-type(${lang === 'fa' ? '-n+2' : 'n+3'})) svg { transform: rotate(180deg); }
.choices table { width: 280px; max-width: 100%; table-layout: fixed; border-collapse: collapse; }
.choices th { height: 32px; font-size: 12px; font-weight: 500; color: ${muted}; }
.choices td { padding: 0; }
.choices td button { display: grid; place-items: center; width: 100%; height: 36px; }
.choices td button[aria-current=date] { color: ${onRaised}; font-weight: 700; }
.choices td button[aria-pressed=true] { background: ${brand}; color: #fff; font-weight: 600; }
.ep-root .direction { display: inline-flex; gap: 2px; }
.ep-root .direction button, .ep-root .reading { display: inline-flex; align-items: center; justify-content: center; width: 32px; height: 32px; border-radius: 6px; color: var(--doc-text-muted); }
.ep-root .direction button:hover, .ep-root .reading:hover { background: var(--doc-bg-hover); }
.ep-root .direction button[aria-pressed=true] { background: var(--doc-toggle-active-bg); color: var(--doc-toggle-active-fg); }
/* Text that runs through the window has no pages that one sees: around it is their colour, which the editor turns at night. */
html.flowing .ep-root.paged-editor, html.flowing .paged-editor__pages { background: ${dark ? DARK_PAGE : '#fff'} !important; }
html.flowing .ep-root .layout-page { box-shadow: none !important; margin: 0 auto !important; }
[data-testid=title-bar] > .ml-auto { margin: 0; margin-inline-start: auto; padding-inline: 8px; gap: 4px; }
html[lang=fa] [data-testid=title-bar] span[style*="margin-left: auto"] { margin-left: 0 !important; margin-right: auto; }
html[lang=fa] [data-testid=title-bar] span[style*="margin-left: auto"] svg { transform: scaleX(-1); }
[data-testid=title-bar], [data-testid=editor-toolbar], .docx-text-context-menu, .hf-separator-bar, .docx-comment-card, .docx-tracked-change-card, [role=dialog] { direction: ${lang === 'fa' ? 'rtl' : 'ltr'}; font-size: 14px; }
`;
}
