import { describe, expect, it } from 'vitest';
import { safeTarget } from '~/api/target';
import { mayEnter, redirectOf } from './guard';

describe('guard', () => {
  it('lets anyone into public pages', () => expect(redirectOf('public', false, '/setup', '')).toBeNull());

  it('leads to the login page and back to the whole address', () => {
    expect(redirectOf('workspace', false, '/workspace/7/my', 'sort=name:1')).toBe(
      '/login?redirect_to=%2Fworkspace%2F7%2Fmy%3Fsort%3Dname%3A1',
    );
    expect(redirectOf({ action: 'read', subject: 'trash' }, false, '/workspace/7', '')).toBe(
      '/login?redirect_to=%2Fworkspace%2F7',
    );
    expect(redirectOf('login', true, '/workspace', '')).toBeNull();
  });

  it('sends those who are in away from the login page', () => {
    expect(redirectOf('visitor', true, '/login', 'redirect_to=%2Fworkspace%2F7%3Fa%3D1')).toBe('/workspace/7?a=1');
    expect(redirectOf('visitor', true, '/login', '')).toBe('/');
    expect(redirectOf('visitor', false, '/login', '')).toBeNull();
  });

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n\\evil.example',
    '/\r//evil.example',
    ' //evil.example',
    'javascript:alert(1)',
    'evil.example',
    '/login?x',
    '',
  ])('never leaves this site for %s', (target) =>
    expect(safeTarget(`redirect_to=${encodeURIComponent(target)}`)).toBe('/'),
  );

  it('asks for the action on the subject', () => {
    const rights = [{ action: 'read', subject: 'trash' }];
    expect(mayEnter({ action: 'read', subject: 'trash' }, rights)).toBe(true);
    expect(mayEnter({ action: 'update', subject: 'trash' }, rights)).toBe(false);
    expect(mayEnter('workspace', [])).toBe(true);
  });
});
