import { expect, test } from 'vitest';
import { Theme } from './theme-colours';
import { parse } from './word-elements';

const theme = new Theme(
  parse(
    '<theme><themeElements><clrScheme><accent1><srgbClr val="4472C4"/></accent1><dk1><sysClr val="windowText" lastClr="101010"/></dk1></clrScheme></themeElements></theme>',
  ),
);
const drawn = (xml: string) => theme.drawn(parse(`<solidFill>${xml}</solidFill>`).documentElement);
const shade = (attributes: string) => theme.named(parse(`<shd ${attributes}/>`).documentElement, 'themeFill');

test('colours of drawings are those of the theme, lighter or darker', () => {
  expect(drawn('<srgbClr val="00FF80"/>')).toBe('#00ff80');
  expect(drawn('<schemeClr val="tx1"/>')).toBe('#101010');
  expect(drawn('<schemeClr val="accent1"><lumMod val="40000"/><lumOff val="60000"/></schemeClr>')).toBe('#b4c7e7');
  expect(drawn('<schemeClr val="accent1"><alpha val="50000"/></schemeClr>')).toBe('rgb(68 114 196 / 0.5)');
  expect(drawn('<schemeClr val="nothing"/>')).toBeNull();
  expect(drawn('<prstClr val="red;x"/>')).toBeNull();
});

test('colours of texts and cells have tints of the theme', () => {
  expect(shade('themeFill="accent1"')).toBe('4472c4');
  expect(shade('themeFill="accent1" themeFillTint="33"')).toBe('dae3f3');
  expect(shade('themeFill="accent1" themeFillShade="BF"')).toBe('2f5496');
  expect(shade('themeFill="none"')).toBeNull();
});
