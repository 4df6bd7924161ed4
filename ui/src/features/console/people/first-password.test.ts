import { describe, expect, it } from 'vitest';
import { firstPassword } from './first-password';

describe('a first password', () => {
  const many = Array.from({ length: 200 }, firstPassword);

  it('has four groups of four, with letters of each kind and none that look alike', () => {
    for (const password of many) {
      expect(password).toMatch(/^[A-Za-z2-9]{4}(-[A-Za-z2-9]{4}){3}$/);
      expect(password).toMatch(/[A-Z].*/);
      expect(password).toMatch(/[a-z]/);
      expect(password).toMatch(/[2-9]/);
      expect(password).not.toMatch(/[01OIil]/);
    }
  });

  it('is never the same', () => expect(new Set(many).size).toBe(many.length));
});
