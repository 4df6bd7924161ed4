import { expect, it } from 'vitest';
import { codeIn } from './public-api';

it('finds the code in what was pasted', () => {
  expect(codeIn('  AbC-234 ')).toBe('ABC234');
  expect(codeIn('https://drive.example.ir/u/AbC-234?x=1')).toBe('ABC234');
  expect(codeIn('\u2066AbC-234\u2069')).toBe('ABC234');
  expect(codeIn('   ')).toBe('');
});
