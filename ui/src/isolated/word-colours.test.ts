import { expect, test } from 'vitest';
import { bare, named } from '~/test/named-xml';
import { Theme } from './theme-colours';
import { nameColours } from './word-colours';
import { parse, W } from './word-elements';

test('colours of the theme and borders without one are written out', () => {
  const xml = named(
    parse(
      bare(
        '<w:tbl><w:tblBorders><w:top w:val="single"/><w:left w:val="single" w:sz="8" w:themeColor="accent2"/></w:tblBorders>' +
          '<w:shd w:themeFill="accent1" w:themeFillTint="33"/><w:shd w:fill="FF0000" w:themeFill="accent1"/><w:color w:themeColor="dark1"/></w:tbl>',
        'w',
        W,
      ),
    ),
  );
  nameColours(xml, new Theme(null));
  const of = (name: string, attribute: string) =>
    Array.from(xml.querySelectorAll(name)).map((one) => one.getAttribute(`w:${attribute}`));
  expect([...of('top', 'color'), ...of('top', 'sz')]).toEqual(['auto', '4']);
  expect([...of('left', 'color'), ...of('left', 'sz')]).toEqual(['ed7d31', '8']);
  expect(of('shd', 'fill')).toEqual(['dae3f3', 'FF0000']);
  expect(of('color', 'val')).toEqual(['000000']);
});
