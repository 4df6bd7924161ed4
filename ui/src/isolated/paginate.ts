/** A page that is this much longer than its paper is broken; a little more text than fits is the fault of other fonts. */
const TOO_LONG = 1.2;

/**
 * Breaks pages that are much longer than their paper: many programs write no page breaks. A block goes to the next page
 * as a whole; a table row by row.
 */
export function paginate(body: HTMLElement): void {
  for (const page of body.querySelectorAll<HTMLElement>('section.docx')) breakPage(page);
}

function breakPage(first: HTMLElement): void {
  const paper = Number.parseFloat(getComputedStyle(first).minHeight);
  const article = first.querySelector<HTMLElement>(':scope > article');
  if (!article || !(paper > 0) || first.offsetHeight <= paper * TOO_LONG) return;
  if (getComputedStyle(article).columnCount !== 'auto') return;
  const room = paper - (first.offsetHeight - article.offsetHeight);
  if (room < paper / 4) return;
  const groups = groupsOf(article, room);
  const notes = [...first.children].filter((child) => child !== article && child.tagName === 'OL');
  let last = first;
  article.replaceChildren(...(groups[0] ?? []));
  for (const group of groups.slice(1)) {
    const next = first.cloneNode(false) as HTMLElement;
    for (const child of first.children) {
      if (child === article) {
        const part = article.cloneNode(false) as HTMLElement;
        part.append(...group);
        next.append(part);
      } else if (!notes.includes(child)) next.append(child.cloneNode(true));
    }
    last.after(next);
    last = next;
  }
  // Notes stand at the end of what they belong to.
  if (last !== first) {
    const foot = last.querySelector(':scope > footer');
    for (const note of notes) last.insertBefore(note, foot);
  }
}

/** The blocks of each page. */
function groupsOf(article: HTMLElement, room: number): Element[][] {
  const groups: Element[][] = [[]];
  let from = article.getBoundingClientRect().top;
  // Read before anything moves.
  const blocks = [...article.children].flatMap((child) => piecesOf(child as HTMLElement, room));
  for (const { elements, top, bottom } of blocks) {
    if (bottom - from > room && (groups.at(-1)?.length ?? 0) > 0) {
      groups.push([]);
      from = top;
    }
    const group = groups.at(-1);
    for (const element of elements) {
      const before = group?.at(-1);
      // Rows of a table that stay together stay one table.
      if (
        before instanceof HTMLTableElement &&
        element instanceof HTMLTableElement &&
        before.dataset.of &&
        before.dataset.of === element.dataset.of
      ) {
        before.append(...element.rows);
      } else group?.push(element);
    }
  }
  return groups;
}

interface Piece {
  readonly elements: Element[];
  readonly top: number;
  readonly bottom: number;
}

let tables = 0;

function piecesOf(block: HTMLElement, room: number): Piece[] {
  const { top, bottom } = block.getBoundingClientRect();
  if (!(block instanceof HTMLTableElement) || block.rows.length < 2 || bottom - top < room / 4) {
    return [{ elements: [block], top, bottom }];
  }
  const columns = block.querySelector(':scope > colgroup');
  const rows = [...block.rows].filter((row) => row.closest('table') === block);
  const of = String((tables += 1));
  const boxes = rows.map((row) => row.getBoundingClientRect());
  return rows.map((row, index) => {
    const table = block.cloneNode(false) as HTMLTableElement;
    table.dataset.of = of;
    if (columns && index === 0) table.append(columns);
    else if (columns) table.append(columns.cloneNode(true));
    table.append(row);
    return { elements: [table], top: boxes[index]?.top ?? top, bottom: boxes[index]?.bottom ?? bottom };
  });
}
