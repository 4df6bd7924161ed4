import JSZip from 'jszip';
import { expect, prefer, test, type World } from './fixtures';
import { bytesOf, open, put, type Put } from './letters';
import { hasOffice, textByOffice } from './office';
import { full } from './looks';
import { into, press, save } from './secretary';
import { item, paragraph, word } from './word-samples';

/** The paragraphs of the newest version: their text, and the format and depth of the list that they are in. */
async function itemsOf(world: World, document: Put): Promise<[string, string][]> {
  const zip = await JSZip.loadAsync(await bytesOf(world, document));
  const read = async (name: string) => (await zip.file(name)?.async('text')) ?? '';
  const [main, lists] = [await read('word/document.xml'), await read('word/numbering.xml')];
  const formatOf = (numId: string, ilvl: string) => {
    const num = new RegExp(`<w:num [^>]*w:numId="${numId}"[^>]*><w:abstractNumId w:val="(\\d+)"`).exec(lists)?.[1];
    const abstract = new RegExp(`<w:abstractNum [^>]*w:abstractNumId="${num}".*?</w:abstractNum>`, 's').exec(
      lists,
    )?.[0];
    const level = new RegExp(`<w:lvl [^>]*w:ilvl="${ilvl}".*?<w:numFmt w:val="(\\w+)"`, 's').exec(abstract ?? '');
    return `${level?.[1]} ${ilvl}`;
  };
  return [...main.matchAll(/<w:p(?=[ >]).*?<\/w:p>/gs)].map(([text]) => {
    const place = /<w:ilvl w:val="(\d)"\/><w:numId w:val="(\d+)"\/>/.exec(text);
    return [text.replaceAll(/<[^>]+>/g, ''), place ? formatOf(place[2] ?? '', place[1] ?? '') : ''];
  });
}

/** An item of a list as Word puts it on the clipboard. */
const ofWord = (level: number, sign: string, text: string) =>
  `<p class=MsoListParagraph dir=RTL style='margin-right:36.0pt;text-indent:-18.0pt;mso-list:l0 level${level} lfo1;direction:rtl'>` +
  `<![if !supportLists]><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span><![endif]>${text}</p>`;

test.describe('lists', () => {
  test.skip(({ isMobile }) => isMobile, 'the keys are the same');
  test.beforeEach(() => test.slow());

  for (const [name, there] of [
    ['with others', true],
    ['without any', false],
  ] as const) {
    test(`the buttons make the kind that they name, in a document ${name}`, async ({ member: page, world }) => {
      await prefer(page, 'fa');
      // List 1 of the sample has numbers, list 2 has signs.
      const zip = await JSZip.loadAsync(await word(paragraph('الف') + paragraph('میان') + paragraph('ب'), true));
      if (!there) {
        zip.remove('word/numbering.xml');
        for (const part of ['[Content_Types].xml', 'word/_rels/document.xml.rels']) {
          const text = (await zip.file(part)?.async('text')) ?? '';
          zip.file(part, text.replace(/<(?:Override|Relationship) [^>]*numbering[^>]*\/>/, ''));
        }
      }
      const document = await put(world, 'buttons', await zip.generateAsync({ type: 'uint8array' }));
      const frame = await open(page, document.address);
      const sheet = frame.locator('.layout-page').first();
      await sheet.getByText('الف', { exact: true }).click();
      await frame.getByRole('button', { name: 'فهرست شماره‌دار' }).click();
      await sheet.getByText('ب', { exact: true }).click();
      await frame.getByRole('button', { name: 'فهرست نشانه‌دار' }).click();
      await expect(frame.locator('.layout-list-marker')).toHaveText(['۱.', '•']);
      await expect(frame.getByRole('button', { name: 'فهرست نشانه‌دار' })).toHaveAttribute('aria-pressed', 'true');
      await press(page, 'End');
      await press(page, 'Enter');
      await press(page, 'Tab');
      await page.keyboard.type('زیر', { delay: 20 });
      await expect(sheet).toContainText('زیر');
      await save(page);
      expect(await itemsOf(world, document)).toEqual([
        ['الف', 'decimal 0'],
        ['میان', ''],
        ['ب', 'bullet 0'],
        ['زیر', 'bullet 1'],
      ]);
      if (full && hasOffice()) expect(textByOffice(await bytesOf(world, document))).toMatch(/1\. الف[^]*• ب/);
    });
  }

  test('an item has the number of its level, and Enter in an empty one moves it out level by level', async ({
    member: page,
    world,
  }) => {
    await prefer(page, 'fa');
    const document = await put(
      world,
      'levels',
      await word(paragraph('یک', item(1, 0)) + paragraph('دو', item(1, 0)), true),
    );
    const frame = await open(page, document.address);
    await into(frame);
    await press(page, 'End');
    await press(page, 'Enter');
    await press(page, 'Tab');
    await page.keyboard.type('زیر', { delay: 20 });
    const markers = frame.locator('.layout-list-marker');
    await expect(markers).toHaveText(['۱.', 'a)', '۲.']);
    await press(page, 'Enter');
    await press(page, 'Enter');
    await page.keyboard.type('سه', { delay: 20 });
    await expect(markers).toHaveText(['۱.', 'a)', '۲.', '۳.']);
    await save(page);
    expect(await itemsOf(world, document)).toEqual([
      ['یک', 'decimal 0'],
      ['زیر', 'lowerLetter 1'],
      ['سه', 'decimal 0'],
      ['دو', 'decimal 0'],
    ]);
  });

  test('copied items stay items, and lists of other programs are lists', async ({ member: page, world }) => {
    await prefer(page, 'fa');
    const document = await put(
      world,
      'copied',
      await word(paragraph('یک', item(1, 0)) + paragraph('دو', item(1, 1)) + paragraph('پایان'), true),
    );
    const frame = await open(page, document.address);
    await into(frame);
    await press(page, 'Control+Home');
    await press(page, 'Shift+ArrowDown');
    await press(page, 'Shift+End');
    const editor = frame.locator('.ProseMirror').first();
    const copied = await editor.evaluate((target) => {
      const data = new DataTransfer();
      target.dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true }));
      return data.getData('text/html');
    });
    const google =
      '<b style="font-weight:normal" id="docs-internal-guid-1"><ol><li dir="rtl" aria-level="1"><p dir="rtl"><span>گوگل</span></p></li>' +
      '<ul><li dir="rtl" aria-level="2"><p dir="rtl"><span>زیر گوگل</span></p></li></ul></ol></b>';
    const others = ['<ul><li>آغاز<ul><li>درون</li></ul></li></ul>', ofWord(1, '1.', 'ورد') + ofWord(2, '·', 'زیر ورد')];
    await press(page, 'Control+End');
    for (const html of [copied, google, ...others]) {
      await press(page, 'Enter');
      await editor.evaluate((target, text) => {
        const data = new DataTransfer();
        data.setData('text/html', text);
        target.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      }, html);
      await press(page, 'Control+End');
    }
    await expect(frame.locator('.layout-page').first()).toContainText('زیر ورد');
    await save(page);
    expect((await itemsOf(world, document)).slice(2)).toEqual([
      ['پایان', ''],
      ['یک', 'decimal 0'],
      ['دو', 'lowerLetter 1'],
      ['گوگل', 'decimal 0'],
      ['زیر گوگل', 'bullet 1'],
      ['آغاز', 'bullet 0'],
      ['درون', 'bullet 1'],
      ['ورد', 'decimal 0'],
      ['زیر ورد', 'bullet 1'],
    ]);
  });
});
