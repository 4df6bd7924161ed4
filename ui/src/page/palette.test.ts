import { expect, it } from 'vitest';
import { isPaletteKey } from './palette';

const press = (more: Partial<Parameters<typeof isPaletteKey>[0]>) => ({
  code: 'KeyK',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  ...more,
});

it.each([
  ['Ctrl+K', press({ ctrlKey: true }), false, true],
  ['Command+K on a Mac', press({ metaKey: true }), true, true],
  ['Ctrl+K on a Mac, which ends a line there', press({ ctrlKey: true }), true, false],
  ['the Windows key', press({ metaKey: true }), false, false],
  ['K alone', press({}), false, false],
  ['Ctrl+Shift+K', press({ ctrlKey: true, shiftKey: true }), false, false],
  ['AltGr+K', press({ ctrlKey: true, altKey: true }), false, false],
  ['a key in the midst of a word', press({ ctrlKey: true, isComposing: true }), false, false],
  ['another key', press({ code: 'KeyL', ctrlKey: true }), false, false],
])('%s', (_, event, mac, opens) => {
  expect(isPaletteKey(event, mac)).toBe(opens);
});
