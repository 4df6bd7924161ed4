import { pagesForPrint } from './docx-reading';

const root = document.createElement('div');
const sheet = document.createElement('style');
root.id = 'printed';

/** Rules for pages of one size: a document may have pages that lie and pages that stand. */
const rulesOf = (name: string, width: number, height: number) =>
  `@page ${name} { size: ${width}px ${height}px; margin: 0; }\n#printed > .${name} { page: ${name}; }`;

/** Puts the pages as they are shown, and nothing else, on the paper. */
function layOut(): void {
  const goBack = pagesForPrint();
  const sizes = new Map<string, string>();
  const pages = [...document.querySelectorAll<HTMLElement>('.paged-editor__pages .layout-page')].map((page) => {
    const { offsetWidth: width, offsetHeight: height } = page;
    const name = `size-${width}-${height}`;
    sizes.set(name, rulesOf(name, width, height));
    const copy = page.cloneNode(true) as HTMLElement;
    copy.classList.add(name);
    return copy;
  });
  goBack();
  sheet.textContent = `
#printed { display: none; }
@media print {
  body > :not(#printed) { display: none !important; }
  html, body { height: auto !important; overflow: visible !important; background: #fff !important; }
  #printed { display: block; }
  #printed > .layout-page { margin: 0 !important; box-shadow: none !important;
    break-inside: avoid; break-after: page; print-color-adjust: exact; }
  #printed > .layout-page:last-child { break-after: auto; }
}
${[...sizes.values()].join('\n')}`;
  root.replaceChildren(...pages);
  root.className = document.querySelector('.ep-root')?.className ?? '';
  document.head.append(sheet);
  document.body.append(root);
}

function clear(): void {
  root.remove();
  sheet.remove();
}

/** From now on, the pages of the editor are printed instead of its window. */
export function installPrint(): void {
  addEventListener('beforeprint', layOut);
  addEventListener('afterprint', clear);
}
