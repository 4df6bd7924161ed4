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

/** The viewers draw every table from the left: the columns of those that run from the right are put in the other order. */
export function turnWordTables(xml: Document, space: string): void {
  for (const table of xml.getElementsByTagNameNS(space, 'tbl')) {
    const [properties] = children(table, 'tblPr');
    const [visual] = children(properties, 'bidiVisual');
    if (!properties || !visual || (visual.hasAttributeNS(space, 'val') && !on(visual.getAttributeNS(space, 'val'))))
      continue;
    turnTable(table);
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
