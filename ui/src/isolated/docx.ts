import { renderAsync } from 'docx-preview';
import JSZip from 'jszip';
import { familiesOf, FontMap } from './fonts';
import { cleanLinks } from './links';
import { putOnPages } from './drawing-place';
import { paginate } from './paginate';
import type { Beside } from './protocol';
import { prepareWord, showItems, type Prepared } from './runs';
import { Refused, report, serve } from './stage';
import { changeLooks, showChanges } from './word-changes';
import { drawingLooks } from './word-drawings';
import { showPageNumbers } from './word-page-numbers';
import { commentLooks, goToComment, MOST_COMMENTS, showComments } from './word-comments';
import { sizeOf } from './zip';

/** Of the text; longer ones take too long to draw. */
const MOST_TEXT = 5 * 1024 * 1024;
const MOST = 200 * 1024 * 1024;

async function open(bytes: ArrayBuffer): Promise<JSZip> {
  const zip = await JSZip.loadAsync(bytes);
  const parts = Object.values(zip.files);
  const text = zip.file('word/document.xml');
  if ((text && sizeOf(text) > MOST_TEXT) || parts.reduce((sum, part) => sum + sizeOf(part), 0) > MOST) {
    throw new Refused('large');
  }
  return zip;
}

/** The fonts that rules and elements name, and those that came with the document. */
function fontsOf(root: HTMLElement): { named: Set<string>; own: Set<string> } {
  const named = new Set<string>();
  const own = new Set<string>();
  for (const style of root.querySelectorAll('style')) {
    for (const rule of style.sheet?.cssRules ?? []) {
      if (rule instanceof CSSFontFaceRule) familiesOf(rule.style.fontFamily).forEach((name) => own.add(name));
      else if (rule instanceof CSSStyleRule) addFonts(rule.style, named);
    }
  }
  for (const element of root.querySelectorAll<HTMLElement>('[style*="font-family"]')) addFonts(element.style, named);
  return { named, own };
}

function addFonts(style: CSSStyleDeclaration, to: Set<string>): void {
  familiesOf(style.fontFamily).forEach((name) => to.add(name));
  for (const variable of [
    '--docx-majorHAnsi-font',
    '--docx-minorHAnsi-font',
    '--docx-majorBidi-font',
    '--docx-minorBidi-font',
  ]) {
    familiesOf(style.getPropertyValue(variable)).forEach((name) => to.add(name));
  }
}

const pages = (within: HTMLElement) => [...within.querySelectorAll<HTMLElement>('section.docx')];

/** Of text that runs through a narrow window. */
const flowLooks = `
.docx-wrapper { padding: 0 0 84px !important; }
.docx-wrapper > section.docx { width: var(--column) !important; min-height: 0 !important; padding: 8px 0 !important; margin: 0 !important;
  box-sizing: border-box; box-shadow: none !important; background: none !important; overflow: visible !important; columns: auto !important; }
section.docx > :is(header, footer) { display: none; }
section.docx > article { columns: auto !important; }
.docx table { width: auto !important; min-width: 0 !important; max-width: 100%; margin-inline: 0 !important; float: none !important; }
.docx col { width: auto !important; }
.docx :is(td, th) { width: auto !important; min-width: 44px; }
.docx img { height: auto !important; }
.docx p { float: none !important; width: auto !important; }
.docx .anbar-shape:not(.anbar-shape *) { position: relative !important; inset: auto !important; float: none !important; max-width: 100%; }
html:root { background: #fff; }`;

/** Indents that leave less than this part of the column are taken away. */
const LEAST_TEXT = 0.7;

/** Lets a document run through a window that is narrower than its pages. */
function flow(body: HTMLElement): void {
  const lines = [...body.querySelectorAll<HTMLElement>('article p')].map((line) => {
    const { marginLeft, marginRight } = getComputedStyle(line);
    const taken = Math.max(0, Number.parseFloat(marginLeft)) + Math.max(0, Number.parseFloat(marginRight));
    return { line, taken, room: line.parentElement?.clientWidth ?? 0 };
  });
  for (const { line, taken, room } of lines) {
    if (taken > room * (1 - LEAST_TEXT)) line.style.marginInline = '0';
  }
}

const looks = `
.docx-wrapper { background: none !important; padding: 4px 0 84px !important; display: flex; flex-flow: column; align-items: center; }
.docx-wrapper > section.docx { background: #fff; color: #000; margin-bottom: 16px !important; flex-shrink: 0;
  box-shadow: 0 1px 3px rgb(0 0 0 / .16) !important; overflow-wrap: anywhere; font-family: Vazirmatn; }
.docx a:not([href]) { color: inherit; text-decoration: none; cursor: auto; }
.docx img, .docx svg { max-width: 100%; }
.docx p[data-item]::before { content: attr(data-item) !important; display: inline-block; min-width: var(--item); box-sizing: border-box; padding-inline-end: 4px; text-indent: 0; text-align: start; white-space: pre; }
${changeLooks}${commentLooks}${drawingLooks}`;

function besideOf({ hasChanges, comments, drawings }: Prepared): Beside {
  const uncounted = Math.max(0, comments.total - MOST_COMMENTS);
  return {
    hasChanges,
    comments: comments.list,
    missing: { ...drawings.missing, ...(uncounted > 0 && { comment: uncounted }) },
  };
}

serve({
  pages,
  async draw({ bytes, fonts, look, words = {}, changes = 'shown', flow: isFlow = false }, into) {
    const zip = await open(bytes);
    const prepared = await prepareWord(zip, changes, words);
    const styles = document.createElement('div');
    into.replaceChildren(styles);
    const body = document.createElement('div');
    into.append(body);
    await renderAsync(await zip.generateAsync({ type: 'blob', compression: 'STORE' }), body, styles, {
      className: 'docx',
      inWrapper: true,
      breakPages: true,
      ignoreLastRenderedPageBreak: false,
      renderAltChunks: false,
      renderComments: false,
      renderChanges: true,
      experimental: true,
      useBase64URL: false,
    });
    const own = document.createElement('style');
    own.textContent = isFlow ? looks + flowLooks : looks;
    styles.append(own);
    prepared.drawings.show(body);
    showItems(body, prepared.items);
    showChanges(body, prepared.changes, words, look.lang);
    cleanLinks(body);
    if (fonts) {
      const map = new FontMap(fonts);
      const { named, own: within } = fontsOf(into);
      map.keep(within);
      map.add(named);
      await document.fonts.ready;
    }
    if (isFlow) flow(body);
    else {
      paginate(body);
      putOnPages(body);
    }
    showPageNumbers(body);
    showComments(body, prepared.comments.list, look.lang, (at) => report({ type: 'comment', at }));
    report({ type: 'beside', beside: besideOf(prepared) });
    const sheets = pages(into);
    if (sheets.length === 0) throw new Refused('unreadable');
    return isFlow ? null : Math.max(...sheets.map((sheet) => sheet.offsetWidth));
  },
  showComments(shown) {
    document.body.dataset['comments'] = shown ? 'shown' : 'hidden';
  },
  goToComment,
});
