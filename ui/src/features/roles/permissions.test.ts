import { describe, expect, it } from 'vitest';
import { groups, keyOf, rulesOf, toggled } from './permissions';

const none = new Set<string>();

describe('the rights of a role', () => {
  it('bring what they are of no use without', () => {
    expect([...toggled(none, 'delete member', true)].sort()).toEqual(['delete member', 'read member']);
    expect([...toggled(none, 'create download_link', true)].sort()).toEqual([
      'create download_link',
      'read directory',
      'read download_link',
      'read file',
    ]);
  });

  it('go with what they need', () => {
    const chosen = toggled(toggled(none, 'delete file', true), 'create version', true);
    expect([...toggled(chosen, 'read file', false)].sort()).toEqual(['read directory']);
    expect([...toggled(chosen, 'delete file', false)]).toContain('read file');
    expect([...toggled(toggled(none, 'read file', true), 'read directory', false)]).toEqual([]);
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
