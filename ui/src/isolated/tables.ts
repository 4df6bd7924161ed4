const parse = (text: string) => new DOMParser().parseFromString(text, 'application/xml');

const children = (parent: Element | undefined, name: string) =>
  [...(parent?.children ?? [])].filter(({ localName }) => localName === name);

const on = (value: string | null) => value === '1' || value === 'true' || value === 'on';

/** Puts the children with these names in the other order; a cell goes with the cells that it covers. */
function turn(parent: Element, name: string): void {
  const groups: Element[][] = [];
  for (const cell of children(parent, name)) {
    if (on(cell.getAttribute('hMerge'))) groups.at(-1)?.push(cell);
    else groups.push([cell]);
  }
  const mark = parent.ownerDocument.createComment('');
  groups[0]?.[0]?.before(mark);
  for (const cell of groups.toReversed().flat()) mark.before(cell);
  mark.remove();
}

function turnTable(table: Element): void {
  const [grid] = children(table, 'tblGrid');
  if (grid) turn(grid, 'gridCol');
  for (const row of children(table, 'tr')) turn(row, 'tc');
}

/** The names of sides; in a table that runs from the right, those of a cell mean the edges at which it begins and ends. */
const OTHER_SIDES: Readonly<Record<string, string>> = {
  left: 'right',
  right: 'left',
  start: 'end',
  end: 'start',
  tl2br: 'tr2bl',
  tr2bl: 'tl2br',
  gridBefore: 'gridAfter',
  gridAfter: 'gridBefore',
  wBefore: 'wAfter',
  wAfter: 'wBefore',
};

const SIDED = ['tblBorders', 'tblCellMar', 'tcBorders', 'tcMar', 'trPr'];

/** Gives the children that are named after a side the name of the other one. */
function turnSides(parent: Element): void {
  for (const side of parent.children) {
    const other = OTHER_SIDES[side.localName];
    if (other === undefined) continue;
    const put = parent.ownerDocument.createElementNS(
      side.namespaceURI,
      `${side.prefix ? `${side.prefix}:` : ''}${other}`,
    );
    for (const { namespaceURI, name, value } of side.attributes) put.setAttributeNS(namespaceURI, name, value);
    side.replaceWith(put);
  }
}

/** Turns the sides within properties of a table, of its rows and cells; what a table in a cell says is not touched. */
function turnSidesOf(table: Element): void {
  const rows = children(table, 'tr');
  const properties = [
    ...children(table, 'tblPr'),
    ...rows.flatMap((row) => [...children(row, 'tblPrEx'), ...children(row, 'trPr')]),
    ...rows.flatMap((row) => children(row, 'tc').flatMap((cell) => children(cell, 'tcPr'))),
  ];
  for (const one of properties) {
    if (one.localName === 'trPr') turnSides(one);
    for (const part of SIDED.flatMap((name) => children(one, name))) turnSides(part);
  }
}

/** The name of the style that is one of tables with its sides turned. */
export const turnedStyle = (id: string) => `${id}-turned`;

/** Adds styles of tables that are others with their sides turned, and what these are based on. */
export function addTurnedStyles(xml: Document, space: string, wanted: Iterable<string>): void {
  const styles = new Map(
    [...xml.getElementsByTagNameNS(space, 'style')].map((style) => [style.getAttributeNS(space, 'styleId'), style]),
  );
  const waiting = [...wanted];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const style = styles.get(id);
    if (!style || styles.has(turnedStyle(id))) continue;
    const copy = style.cloneNode(true) as Element;
    copy.setAttributeNS(space, 'w:styleId', turnedStyle(id));
    copy.removeAttributeNS(space, 'default');
    for (const part of copy.querySelectorAll('*')) if (SIDED.includes(part.localName)) turnSides(part);
    const [base] = children(copy, 'basedOn');
    const below = base?.getAttributeNS(space, 'val');
    if (base && below && styles.has(below)) {
      base.setAttributeNS(space, 'w:val', turnedStyle(below));
      waiting.push(below);
    }
    styles.set(turnedStyle(id), copy);
    style.after(copy);
  }
}

/**
 * The viewers draw every table from the left: the columns of those that run from the right are put in the other order, and the
 * sides of their cells are turned. The styles that these need are added to `styles`.
 */
export function turnWordTables(xml: Document, space: string, styles: Set<string>): void {
  for (const table of xml.getElementsByTagNameNS(space, 'tbl')) {
    const [properties] = children(table, 'tblPr');
    const [visual] = children(properties, 'bidiVisual');
    if (!properties || !visual || (visual.hasAttributeNS(space, 'val') && !on(visual.getAttributeNS(space, 'val'))))
      continue;
    turnTable(table);
    turnSidesOf(table);
    const [style] = children(properties, 'tblStyle');
    const id = style?.getAttributeNS(space, 'val');
    if (style && id) {
      styles.add(id);
      style.setAttributeNS(space, 'w:val', turnedStyle(id));
    }
    const [align] = children(properties, 'jc');
    const value = align?.getAttributeNS(space, 'val');
    if (value === 'center') continue;
    const put = align ?? properties.appendChild(xml.createElementNS(space, 'w:jc'));
    put.setAttributeNS(space, 'w:val', value === 'right' || value === 'end' ? 'left' : 'right');
  }
}

/** The same for the tables of a slide; null when it has none. */
export function turnSlideTables(text: string): string | null {
  if (!/<a:tblPr[^>]*\brtl="(1|true)"/.test(text)) return null;
  const xml = parse(text);
  for (const table of xml.getElementsByTagNameNS('*', 'tbl')) {
    if (on(children(table, 'tblPr')[0]?.getAttribute('rtl') ?? null)) turnTable(table);
  }
  return new XMLSerializer().serializeToString(xml);
}
