/*
 * The lines of tables from the clipboard. Programs say them with classes, shorthands and attributes, of which the library
 * reads only those that a cell has itself; so the browser is asked what each cell looks like.
 */

const SIDES = ['Top', 'Right', 'Bottom', 'Left'] as const;
type Side = (typeof SIDES)[number];

/** The sides of a table from the right as a document of Word names them, by the edges of its cells. */
const TURNED = { Top: 'Top', Right: 'Left', Bottom: 'Bottom', Left: 'Right' } as const;

interface Line {
  readonly width: string;
  readonly style: string;
  readonly color: string;
}

interface Cell {
  readonly element: HTMLTableCellElement;
  readonly lines: Partial<Record<Side, Line>>;
}

/** What says how a table looks, and loads nothing. */
const LOOK = ['class', 'id', 'style', 'border', 'rules', 'frame', 'cellspacing', 'dir', 'colspan', 'rowspan'];

const PARTS = /^(colgroup|col|thead|tbody|tfoot|tr|td|th)$/i;

/** Of what a table stands in, how many are copied, from the inside. */
const DEPTH = 40;

/** A table with more places stays as it is: pasting must not take seconds. */
const MOST_PLACES = 20_000;

/** The browser rounds widths down to its dots: at this size a quarter of a point is more than one. */
const ENLARGED = 8;

function bare(element: Element): HTMLElement {
  const copy = document.createElement(element.tagName);
  for (const name of LOOK) {
    const value = element.getAttribute(name);
    if (value !== null) copy.setAttribute(name, value);
  }
  return copy;
}

/** A copy of a table, or of a part of one, without what stands in its cells. */
function bareParts(part: Element): HTMLElement {
  const copy = bare(part);
  if (!/^t[dh]$/i.test(part.tagName))
    copy.append(...[...part.children].filter((child) => PARTS.test(child.tagName)).map(bareParts));
  return copy;
}

/** A copy of a table in bare copies of all that it stands in, which rules may name. */
function bareTable(table: HTMLTableElement): { shown: HTMLTableElement; outermost: HTMLElement } {
  const shown = bareParts(table) as HTMLTableElement;
  let outermost: HTMLElement = shown;
  for (
    let parent = table.parentElement, depth = 0;
    parent && depth < DEPTH;
    parent = parent.parentElement, depth += 1
  ) {
    const copy = bare(parent);
    copy.append(outermost);
    outermost = copy;
  }
  return { shown, outermost };
}

function linesOf(look: CSSStyleDeclaration): Cell['lines'] {
  const lines: Partial<Record<Side, Line>> = {};
  for (const side of SIDES) {
    const style = look[`border${side}Style`];
    const width = look[`border${side}Width`];
    if (style === 'none' || style === 'hidden' || Number.parseFloat(width) === 0) continue;
    // What an attribute asks for looks carved in web pages, and is a line in documents.
    const isCarved = /inset|outset|groove|ridge/.test(style);
    lines[side] = { width, style: isCarved ? 'solid' : style, color: look[`border${side}Color`] };
  }
  return lines;
}

/** The cell in each place of a table, as it is seen from left to right; none when there are too many. */
function placesOf(table: HTMLTableElement, shown: HTMLTableElement, isRtl: boolean): (Cell | undefined)[][] {
  const places: (Cell | undefined)[][] = [...table.rows].map(() => []);
  let filled = 0;
  [...table.rows].forEach((row, at) => {
    let column = 0;
    [...row.cells].forEach((element, index) => {
      while (places[at]?.[column]) column += 1;
      const copy = shown.rows[at]?.cells[index];
      const cell = { element, lines: copy ? linesOf(getComputedStyle(copy)) : {} };
      // A span may say more rows than there are, and none for all that follow.
      const under = places.slice(at, element.rowSpan === 0 ? undefined : at + element.rowSpan);
      filled += under.length * element.colSpan;
      if (filled > MOST_PLACES) return;
      for (const line of under)
        for (let across = 0; across < element.colSpan; across += 1) line[column + across] = cell;
      column += element.colSpan;
    });
  });
  if (filled > MOST_PLACES) return [];
  const width = places.reduce((widest, { length }) => Math.max(widest, length), 0);
  for (const line of places) {
    line.length = width;
    if (isRtl) line.reverse();
  }
  return places;
}

/** Two cells that stand side by side have the line between them, whichever of them says it. */
function share(one: Cell | undefined, side: Side, other: Cell | undefined, opposite: Side): void {
  const line = one?.lines[side] ?? other?.lines[opposite];
  if (!line || !one || !other || one === other) return;
  one.lines[side] ??= line;
  other.lines[opposite] ??= line;
}

/** Says at each cell of a table the lines around it. */
function lineCells(table: HTMLTableElement, shown: HTMLTableElement): void {
  const around = linesOf(getComputedStyle(shown));
  const isRtl = getComputedStyle(shown).direction === 'rtl';
  const places = placesOf(table, shown, isRtl);
  const last = places.length - 1;
  const cells = new Set<Cell>();
  places.forEach((line, row) =>
    line.forEach((cell, column) => {
      if (!cell) return;
      cells.add(cell);
      share(cell, 'Right', line[column + 1], 'Left');
      share(cell, 'Bottom', places[row + 1]?.[column], 'Top');
      if (row === 0 && around.Top) cell.lines.Top ??= around.Top;
      if (row === last && around.Bottom) cell.lines.Bottom ??= around.Bottom;
      if (column === 0 && around.Left) cell.lines.Left ??= around.Left;
      if (column === line.length - 1 && around.Right) cell.lines.Right ??= around.Right;
    }),
  );
  for (const { element, lines } of cells) {
    for (const side of SIDES) {
      const line = lines[side];
      element.style[`border${isRtl ? TURNED[side] : side}`] = line
        ? `${line.width} ${line.style} ${line.color}`
        : 'none';
    }
  }
}

/** Says at the cells of tables of another program which lines are around them. */
export function lineTables(body: HTMLElement, styles: string): void {
  const tables = [...body.querySelectorAll('table')];
  if (tables.length === 0) return;
  const host = document.createElement('div');
  host.style.cssText = `all: initial; position: fixed; visibility: hidden; color: #000; color-scheme: light; zoom: ${ENLARGED}`;
  const inside = host.attachShadow({ mode: 'closed' });
  inside.innerHTML = styles;
  const copies = tables.map((table) => ({ table, ...bareTable(table) }));
  inside.append(...copies.map(({ outermost }) => outermost));
  document.body.append(host);
  for (const { table, shown } of copies) {
    // The library looks at the attribute of the table alone.
    if (getComputedStyle(shown).direction === 'rtl') table.dir = 'rtl';
    lineCells(table, shown);
  }
  host.remove();
}
