import type { Frame, Page } from '@playwright/test';
import { expect, prefer, test } from './fixtures';
import { manyBlocks } from './layout-samples';
import { open, put } from './letters';
import { press } from './secretary';
import { paragraph, word } from './word-samples';

/** All pages of the document stand in the window, so that each is drawn. */
const ALL_PAGES = { width: 1440, height: 20_000 };

interface Node {
  readonly isTextblock: boolean;
  readonly textContent: string;
  readonly nodeSize: number;
  readonly attrs: Record<string, unknown>;
  readonly content: { readonly size: number };
}

interface Transaction {
  insertText: (text: string, at: number) => Transaction;
  insert: (at: number, node: unknown) => Transaction;
  delete: (from: number, to: number) => Transaction;
  split: (at: number) => Transaction;
  setNodeMarkup: (at: number, type: undefined, attrs: object) => Transaction;
}

interface View {
  readonly state: {
    readonly tr: Transaction;
    readonly doc: {
      readonly childCount: number;
      child: (at: number) => Node;
      forEach: (visit: (node: Node, at: number) => void) => void;
    };
    readonly schema: { readonly nodes: Record<string, { create: () => unknown }> };
  };
  dispatch: (transaction: Transaction) => void;
}

declare global {
  interface Window {
    editorView: View;
  }
}

/** Changes the text in one of many ways, all decided by the seed; runs in the frame. */
function change(seed: number): string {
  const { editorView: view } = window;
  const { state } = view;
  let left = seed * 2654435761;
  const pick = (count: number) => {
    left = (left * 1103515245 + 12345) % 2147483648;
    return Math.floor((left / 2147483648) * count);
  };
  const places: { node: Node; at: number }[] = [];
  state.doc.forEach((node, at) => places.push({ node, at }));
  const texts = places.filter(({ node }) => node.isTextblock && node.content.size > 4);
  const { node, at } = texts[pick(texts.length)] ?? places[0]!;
  const any = places[pick(places.length - 1)]!;
  const numbered = texts.filter((one) => one.node.attrs['numPr']);
  const item = numbered[pick(numbered.length)] ?? { node, at };
  const framed = texts.filter((one) => one.node.attrs['borders']);
  const frame = framed[pick(framed.length)] ?? { node, at };
  const ways: Record<string, () => Transaction> = {
    type: () => state.tr.insertText('typed واژه '.repeat(1 + pick(12)), at + 2),
    cut: () => state.tr.delete(at + 1, at + 3),
    split: () => state.tr.split(at + 3),
    remove: () => state.tr.delete(any.at, any.at + any.node.nodeSize),
    twice: () => state.tr.insert(any.at, any.node).insert(any.at, any.node),
    move: () => state.tr.delete(any.at, any.at + any.node.nodeSize).insert(0, any.node),
    break: () => state.tr.insert(at, state.schema.nodes['pageBreak']!.create()),
    turn: () => state.tr.setNodeMarkup(at, undefined, { ...node.attrs, bidi: !node.attrs['bidi'] }),
    level: () => state.tr.setNodeMarkup(item.at, undefined, { ...item.node.attrs, numPr: { numId: 1, ilvl: pick(2) } }),
    unlist: () => state.tr.setNodeMarkup(item.at, undefined, { ...item.node.attrs, numPr: null, listMarker: null }),
    space: () => state.tr.setNodeMarkup(at, undefined, { ...node.attrs, spaceBefore: 20 * pick(40) }),
    unframe: () => state.tr.setNodeMarkup(frame.at, undefined, { ...frame.node.attrs, borders: null }),
    style: () => state.tr.setNodeMarkup(at, undefined, { ...node.attrs, styleId: pick(2) ? 'Normal' : 'Heading1' }),
  };
  const names = Object.keys(ways);
  const name = names[seed % names.length]!;
  view.dispatch(ways[name]!());
  return name;
}

/** The drawn pages but for what differs with each layout. */
const pagesIn = (frame: Frame) =>
  frame.evaluate(async () => {
    // The layout comes with the next frame, and the browser tells which pages are in sight after it.
    for (let n = 0; n < 4; n += 1) await new Promise((done) => requestAnimationFrame(done));
    return [...document.querySelectorAll<HTMLElement>('.paged-editor__pages .layout-page')].map(
      (page) => `${page.dataset['pageNumber']} ${page.style.height} ${page.innerHTML.replaceAll(/block-\d+/g, '')}`,
    );
  });

/** Lets the editor make its layout from nothing, as it does when fonts come. */
const layOutAnew = (frame: Frame) => frame.evaluate(() => document.fonts.dispatchEvent(new Event('loadingdone')));

function frameOf(page: Page): Frame {
  const frame = page.frames().find((one) => one !== page.mainFrame());
  if (!frame) throw new Error('no frame');
  return frame;
}

const kinds = [
  { name: 'pages that were kept from the layout before are as a whole layout makes them', isPlain: false, edits: 60 },
  { name: 'paragraphs that stay on a page that changed are as a whole layout makes them', isPlain: true, edits: 39 },
];

for (const { name: title, isPlain, edits } of kinds) {
  test(title, async ({ member: page, world, isMobile }) => {
    test.skip(isMobile, 'the layout is the same');
    test.slow();
    await prefer(page, 'en');
    await page.setViewportSize(ALL_PAGES);
    const { address } = await put(world, 'kept pages', await manyBlocks(isPlain));
    await open(page, address);
    const frame = frameOf(page);
    await layOutAnew(frame);
    expect((await pagesIn(frame)).length).toBeGreaterThan(8);
    for (let seed = 1; seed <= edits; seed += 1) {
      const name = await frame.evaluate(change, seed);
      const kept = await pagesIn(frame);
      await layOutAnew(frame);
      const whole = await pagesIn(frame);
      expect(kept.length, `${name}, ${seed}`).toBe(whole.length);
      for (const [at, drawn] of kept.entries()) expect(drawn, `${name}, ${seed}, page ${at + 1}`).toBe(whole[at]);
    }
  });
}

/** Marks all drawn paragraphs and tables, types a letter into the third one, and counts those on its page without a mark. */
const drawnByKey = (frame: Frame) =>
  frame.evaluate(async () => {
    const drawn = '.layout-page:first-child .layout-page-content > *';
    const { editorView: view } = window;
    const marked = new Set(document.querySelectorAll(drawn));
    const [, , third] = marked;
    view.dispatch(view.state.tr.insertText('k', Number(third?.getAttribute('data-pm-start')) + 1));
    for (let n = 0; n < 4; n += 1) await new Promise((done) => requestAnimationFrame(done));
    const now = [...document.querySelectorAll(drawn)];
    return { all: now.length, anew: now.flatMap((one, at) => (marked.has(one) ? [] : [at])) };
  });

test('a key draws the paragraph that it changes, and nothing else of its page', async ({
  member: page,
  world,
  isMobile,
}) => {
  test.skip(isMobile, 'the layout is the same');
  await prefer(page, 'en');
  const { address } = await put(world, 'a key', await word(paragraph('One line of many').repeat(400)));
  await open(page, address);
  const { all, anew } = await drawnByKey(frameOf(page));
  expect(all).toBeGreaterThan(20);
  expect(anew).toEqual([2]);
});

const textOf = (frame: Frame) =>
  frame.evaluate(() => {
    const lines: string[] = [];
    window.editorView.state.doc.forEach((node) => lines.push(node.textContent));
    return lines;
  });

test('keys do in a long document what they do in a short one', async ({ member: page, world, isMobile }) => {
  test.skip(isMobile, 'the keys are the same');
  test.slow();
  await prefer(page, 'en');
  const lines = Array.from({ length: 1000 }, (_, n) => `Line ${n + 1}`);
  const bytes = await word(lines.map((line) => paragraph(line)).join(''));
  const { address } = await put(world, 'long keys', bytes);
  const sheets = (await open(page, address)).locator('.layout-page');
  const frame = frameOf(page);
  const key = async (name: string) => {
    await press(page, name);
    // The browser tells of a selection a moment after the key, and later beside other work.
    await frame.evaluate(async () => {
      for (let n = 0; n < 3; n += 1) await new Promise((done) => requestAnimationFrame(done));
    });
  };
  await sheets.first().click({ position: { x: 300, y: 110 } });
  await key('Control+End');
  await page.keyboard.type(' last', { delay: 20 });
  await key('Control+Home');
  await page.keyboard.type('First ', { delay: 20 });
  // Far from both ends: a click on a page, then keys over the borders of its lines.
  await sheets.nth(12).scrollIntoViewIfNeeded();
  await sheets.nth(12).getByText('Line', { exact: false }).nth(5).click();
  await key('End');
  await key('Enter');
  await page.keyboard.type('Between', { delay: 20 });
  await key('ArrowRight');
  await key('Delete');
  const edited = await textOf(frame);
  const at = edited.indexOf('Between');
  const odd = edited.map((line, n) => `${n}: ${line}`).filter((line) => !/^\d+: Line \d+$/.test(line));
  expect(odd.length, odd.join('\n')).toBe(4);
  expect(edited.length).toBe(1001);
  expect([edited[0], edited.at(-1)]).toEqual(['First Line 1', 'Line 1000 last']);
  expect(at).toBeGreaterThan(300);
  expect(edited[at + 1]).toBe(`ine ${Number(edited[at - 1]?.slice(5)) + 1}`);
  // From there to the end, over hundreds of lines that the browser does not lay out.
  await key('Control+Shift+End');
  await page.keyboard.type('Z');
  await expect.poll(() => textOf(frame)).toEqual([...edited.slice(0, at + 1), 'Z']);
  await key('Control+z');
  // With it may go what was deleted a moment before.
  await expect.poll(async () => (await textOf(frame)).slice(at + 2)).toEqual(edited.slice(at + 2));
  await key('Control+a');
  await page.keyboard.type('All');
  await expect.poll(() => textOf(frame)).toEqual(['All']);
});

test('a word typed into a header stands on all pages', async ({ member: page, world, isMobile }) => {
  test.skip(isMobile, 'the layout is the same');
  await prefer(page, 'en');
  await page.setViewportSize(ALL_PAGES);
  const { address } = await put(world, 'a header', await manyBlocks(true));
  const frame = await open(page, address);
  const headers = frame.locator('.layout-page-header');
  await expect(headers.nth(9)).toBeVisible();
  await headers.first().dblclick();
  await expect(frame.locator('.paged-editor--editing-header')).toBeVisible();
  await page.keyboard.type('Confidential');
  await expect(headers.first()).toContainText('Confidential');
  await page.keyboard.press('Escape');
  await expect(frame.locator('.paged-editor--editing-header')).toBeHidden();
  await expect(headers.nth(1)).toContainText('Confidential');
  await expect(headers.nth(8)).toContainText('Confidential');
});
