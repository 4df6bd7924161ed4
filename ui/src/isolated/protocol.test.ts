import { describe, expect, it } from 'vitest';
import { reportOf, safeAddress } from './protocol';

describe('reports of a frame', () => {
  it('are taken when they are whole', () => {
    for (const report of [
      { type: 'ready' },
      { type: 'shown', pages: 3 },
      { type: 'found', at: 0, of: 2 },
      { type: 'key', key: 'Escape' },
      { type: 'trouble', kind: 'large' },
      { type: 'picture', pixels: new ArrayBuffer(16), width: 2, height: 2, isClear: false, isPreview: true },
    ]) {
      expect(reportOf(report)).toBe(report);
    }
  });

  it('are refused when anything is wrong', () => {
    for (const message of [
      null,
      'ready',
      {},
      { type: 'toString' },
      { type: 'shown', pages: -1 },
      { type: 'shown', pages: '3' },
      { type: 'scale', scale: Number.NaN },
      { type: 'key', key: 'Delete' },
      { type: 'trouble', kind: '<b>' },
      { type: 'link', address: 'javascript:alert(1)' },
      { type: 'picture', pixels: new ArrayBuffer(15), width: 2, height: 2, isClear: false, isPreview: true },
      { type: 'picture', pixels: new ArrayBuffer(16), width: 2, height: 2, isClear: false },
    ]) {
      expect(reportOf(message)).toBeNull();
    }
  });
});

it('opens addresses of the web and of mail only', () => {
  expect(safeAddress('https://example.com/a b')).toBe('https://example.com/a%20b');
  expect(safeAddress('mailto:info@example.com')).toBe('mailto:info@example.com');
  for (const address of [
    'javascript:1',
    'JAVASCRIPT:1',
    'data:text/html,x',
    'file:///etc/passwd',
    '/api/x',
    '',
    'blob:x',
  ]) {
    expect(safeAddress(address)).toBeNull();
  }
  expect(safeAddress(`https://example.com/${'a'.repeat(5000)}`)).toBeNull();
});
