import type { FlowBlock, TableBlock } from '@eigenpal/docx-editor-core/layout-engine';
import { afterEach, expect, test } from 'vitest';
import { columnsIn, flowed, gapOf, inFlow, setFlow } from './docx-flow';

afterEach(() => setFlow(null));

const layout = {
  pageSize: { w: 794, h: 1123 },
  margins: { top: 96, right: 96, bottom: 96, left: 96 },
  contentWidth: 602,
  headerContent: {},
};
const line: FlowBlock = { kind: 'paragraph', id: 1, runs: [], attrs: { indent: { left: 400 }, pageBreakBefore: true } };

test('a document on pages is laid out as it is', () => {
  const blocks = [line];
  expect(inFlow(layout)).toBe(layout);
  expect(flowed(blocks)).toBe(blocks);
  expect(gapOf(24)).toBe(24);
});

test('text that flows is as wide as the window, and leaves the pages of the document alone', () => {
  setFlow(412);
  expect(inFlow(layout)).toMatchObject({ pageSize: { w: 412 }, contentWidth: 380, headerContent: null, pageGap: 0 });
  expect(layout.pageSize.w).toBe(794);
  const [first] = flowed([line]);
  expect(first).toMatchObject({ attrs: { pageBreakBefore: false } });
  expect(first?.kind === 'paragraph' && first.attrs?.indent?.left).toBeCloseTo(114);
  expect(line.attrs).toMatchObject({ indent: { left: 400 }, pageBreakBefore: true });
});

test('pictures are no wider than the column, nothing floats, and pages do not break', () => {
  setFlow(412);
  const blocks = flowed([
    { kind: 'pageBreak', id: 1 },
    { kind: 'sectionBreak', id: 2, type: 'nextPage', pageSize: { w: 1123, h: 794 } },
    { kind: 'image', id: 3, src: '', width: 760, height: 380, anchor: { isAnchored: true } },
    {
      kind: 'paragraph',
      id: 4,
      runs: [{ kind: 'image', src: '', width: 100, height: 50, displayMode: 'float', cssFloat: 'left', position: {} }],
    },
  ]);
  expect(blocks).toEqual([
    { kind: 'sectionBreak', id: 2, type: 'continuous' },
    { kind: 'image', id: 3, src: '', width: 380, height: 190 },
    expect.objectContaining({
      runs: [
        { kind: 'image', src: '', width: 100, height: 50, displayMode: 'inline', cssFloat: 'none', wrapType: 'inline' },
      ],
    }),
  ]);
});

test('narrow columns take from wide ones, and many columns are wider than the window', () => {
  expect(columnsIn([100, 100], 380)).toEqual([100, 100]);
  expect(columnsIn([30, 300, 430], 380).reduce((sum, one) => sum + one)).toBeCloseTo(380);
  expect(columnsIn([30, 300, 430], 380)[0]).toBe(52);
  expect(columnsIn(Array<number>(12).fill(60), 380)).toEqual(Array<number>(12).fill(52));
  expect(columnsIn([0, 0], 380)).toEqual([52, 52]);
});

const cell = (id: number, more = {}) => ({ id, blocks: [], ...more });

test('a cell that takes rows leaves the columns of the cells beside it', () => {
  setFlow(412);
  const table: TableBlock = {
    kind: 'table',
    id: 1,
    columnWidths: [380, 190, 190],
    rows: [
      { id: 2, cells: [cell(3, { rowSpan: 2 }), cell(4, { colSpan: 2 })] },
      { id: 5, height: 10, heightRule: 'exact', cells: [cell(6), cell(7)] },
      { id: 8, cells: [cell(9), cell(10), cell(11)] },
    ],
  };
  const [made] = flowed([table]) as [TableBlock];
  expect(made.rows.map(({ cells }) => cells.map(({ width }) => width))).toEqual([
    [190, 190],
    [95, 95],
    [190, 95, 95],
  ]);
  expect(made.rows[1]?.heightRule).toBe('atLeast');
});
