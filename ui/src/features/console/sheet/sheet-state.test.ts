import { expect, it } from 'vitest';
import type { AdminCopies } from '~/api/types.gen';
import { sheetState } from './sheet-state';

const copies = { on: true, sealed: '', resealing: false } as AdminCopies['copies'];
const sheet = { sealed: false, foreign: false, resealing: false } as AdminCopies['sheet'];

it.each([
  ['no sheet', 'none', null, {}],
  ['a sheet that the server has lost', 'lost', null, { sealed: '1a2b3c4d' }],
  ['no target', 'idle', {}, { on: false }],
  ['clear copies of this server', 'clear', {}, {}],
  ['clear copies of others', 'foreign', { foreign: true }, { sealed: '1a2b3c4d' }],
  ['while it goes on', 'resealing', { resealing: true }, {}],
  ['everything encrypted', 'sealed', { sealed: true }, { sealed: '1a2b3c4d' }],
] as const)('%s', (_, want, sheetNow, copiesNow) => {
  const data = { sheet: sheetNow && { ...sheet!, ...sheetNow }, copies: { ...copies, ...copiesNow } };
  expect(sheetState(data)).toBe(want);
});
