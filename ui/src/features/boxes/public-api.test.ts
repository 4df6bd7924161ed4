import { expect, it } from 'vitest';
import { codeIn } from './public-api';

it('finds the code in what was pasted', () => {
  expect(codeIn('  AbC-123 ')).toBe('AbC-123');
  expect(codeIn('https://drive.example.ir/u/AbC-123?x=1')).toBe('AbC-123');
  expect(codeIn('\u2066AbC-123\u2069')).toBe('AbC-123');
  expect(codeIn('   ')).toBe('');
});
