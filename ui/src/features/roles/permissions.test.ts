import { describe, expect, it } from 'vitest';
import { groups, keyOf, rulesOf, toggleRight } from './permissions';

const none = new Set<string>();

describe('the rights of a role', () => {
  it('bring what they are of no use without', () => {
    expect([...toggleRight(none, 'delete member', true)].sort()).toEqual(['delete member', 'read member']);
    expect([...toggleRight(none, 'create download_link', true)].sort()).toEqual([
      'create download_link',
      'read directory',
      'read download_link',
      'read file',
    ]);
  });

  it('go with what they need', () => {
    const chosen = toggleRight(toggleRight(none, 'delete file', true), 'create version', true);
    expect([...toggleRight(chosen, 'read file', false)].sort()).toEqual(['read directory']);
    expect([...toggleRight(chosen, 'delete file', false)]).toContain('read file');
    expect([...toggleRight(toggleRight(none, 'read file', true), 'read directory', false)]).toEqual([]);
  });

  it('have a sentence each, once, and only where they may be given', () => {
    const all = new Set(
      groups.flatMap(({ subjects }) =>
        subjects.flatMap((subject) =>
          ['read', 'create', 'update', 'delete', 'move', 'rename', 'merge', 'replace'].map((action) =>
            keyOf({ action, subject }),
          ),
        ),
      ),
    );
    const words = groups.flatMap(({ subjects }) => subjects.flatMap((subject) => rulesOf(subject, all)));
    expect(new Set(words.map(({ words: text }) => text)).size).toBe(words.length);
    expect(rulesOf('plan', none)).toEqual([]);
  });
});
