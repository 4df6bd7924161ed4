import { expect, it } from 'vitest';
import { familiesOf } from './fonts';

it('reads the names of fonts, and leaves those of kinds out', () => {
  expect(familiesOf('"B Nazanin", Calibri, sans-serif, var(--docx-minor)')).toEqual(['B Nazanin', 'Calibri']);
  expect(familiesOf('')).toEqual([]);
});
