import { inPersian } from './docx-paragraph';
import { attributeOf, child, childrenOf, isOn, value, W } from './word-elements';

/** Signs that stand for numbers until the pages are broken: no text has them (Unicode keeps them for programs). */
const SIGNS = { PAGE: ['\ufdd0', '\ufdd1'], NUMPAGES: ['\ufdd2', '\ufdd3'] } as const;
const SIGN = /[\ufdd0-\ufdd3]/g;
/** A number in digits, with its usual switches. Others keep the words that the document has for them. */
const NUMBER = /^\s*(PAGE|NUMPAGES)\s*(?:\\\*\s*(?:MERGEFORMAT|Arabic)\s*)*$/i;
const PERSIAN = /[\u0660-\u0669\u06f0-\u06f9]/;

/** What is known of a field that is being read. */
interface Field {
  instruction: string;
  readonly result: Element[];
  isResult: boolean;
}

/** Puts signs into a header or footer where the number of the page and that of all pages stand. */
export function markPageNumbers(xml: Document): void {
  if (!/^(hdr|ftr)$/.test(xml.documentElement.localName)) return;
  for (const field of Array.from(xml.getElementsByTagNameNS(W, 'fldSimple'))) {
    writeSign(value(field, 'instr') ?? '', Array.from(field.getElementsByTagNameNS(W, 'r')));
  }
  const open: Field[] = [];
  for (const run of Array.from(xml.getElementsByTagNameNS(W, 'r'))) {
    for (const one of run.children) {
      const kind = one.localName === 'fldChar' ? value(one, 'fldCharType') : null;
      const last = open.at(-1);
      if (kind === 'begin') open.push({ instruction: '', result: [], isResult: false });
      else if (kind === 'separate' && last) last.isResult = true;
      else if (kind === 'end') endField(open.pop(), run);
      else if (one.localName === 'instrText' && last) last.instruction += one.textContent;
    }
    const last = open.at(-1);
    if (last?.isResult && child(run, 't')) last.result.push(run);
  }
}

/** Programs that count no pages write a field without a result. */
function endField(field: Field | undefined, end: Element): void {
  if (!field || !NUMBER.test(field.instruction)) return;
  if (field.result.length === 0) {
    const run = end.cloneNode(false) as Element;
    const properties = child(end, 'rPr')?.cloneNode(true);
    if (properties) run.append(properties);
    run.append(end.ownerDocument.createElementNS(W, end.nodeName.replace(/r$/, 't')));
    end.before(run);
    field.result.push(run);
  }
  writeSign(field.instruction, field.result);
}

function writeSign(instruction: string, runs: readonly Element[]): void {
  const kind = NUMBER.exec(instruction)?.[1]?.toUpperCase() as keyof typeof SIGNS | undefined;
  const texts = runs.flatMap((run) => childrenOf(run, 't'));
  const [first, ...others] = texts;
  if (!kind || !first) return;
  const isPersian =
    PERSIAN.test(texts.map(({ textContent }) => textContent).join('')) ||
    runs.some((run) => isOn(child(child(run, 'rPr'), 'rtl')) === true);
  first.textContent = SIGNS[kind][isPersian ? 1 : 0];
  for (const one of others) one.textContent = '';
}

/** Writes the numbers of the pages where the signs stand; the pages must be broken before. */
export function showPageNumbers(body: HTMLElement): void {
  const sheets = body.querySelectorAll('section.docx');
  sheets.forEach((sheet, at) => {
    for (const story of sheet.querySelectorAll(':scope > :is(header, footer)')) {
      const walker = document.createTreeWalker(story, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        node.nodeValue = (node.nodeValue ?? '').replaceAll(SIGN, (sign) => {
          const number = String((SIGNS.PAGE as readonly string[]).includes(sign) ? at + 1 : sheets.length);
          return sign === SIGNS.PAGE[1] || sign === SIGNS.NUMPAGES[1] ? inPersian(number) : number;
        });
      }
    }
  });
}

/** A section that names no header or footer of a kind has that of the section before it, which the viewer does not know. */
export function inheritStories(xml: Document): void {
  const had = new Map<string, Element>(); // by the name of the element and its kind of page
  for (const section of Array.from(xml.getElementsByTagNameNS(W, 'sectPr'))) {
    const own = new Map<string, Element>(
      ['headerReference', 'footerReference'].flatMap((name) =>
        childrenOf(section, name).map((one) => [`${name} ${attributeOf(one, 'type') ?? 'default'}`, one] as const),
      ),
    );
    for (const [kind, one] of had) if (!own.has(kind)) section.prepend(one.cloneNode(true));
    for (const [kind, one] of own) had.set(kind, one);
  }
}
