import { describe, expect, it } from 'vitest';
import { newId } from './new-id';

describe('an id', () => {
  it('has 128 bits, and is never the same', () => {
    const many = Array.from({ length: 200 }, newId);
    for (const id of many) expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(many).size).toBe(many.length);
  });
});
