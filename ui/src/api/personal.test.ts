import { afterEach, expect, it, vi } from 'vitest';
import { wipePersonal } from './personal';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

it('takes what is not named, whatever it is', async () => {
  const stays = {
    lang: 'fa-ir',
    theme: 'dark',
    device_token: 'd',
    start_at: 'home',
    tray: 'open',
    files_view: '{"view":"grid"}',
    refresh_token: 'next',
  };
  const goes = {
    'searches:u': '["x"]',
    buyer_u: '{}',
    last_space: 's',
    'files:u': '{}',
    seen_boxes: '{}',
    anything: '1',
  };
  for (const [key, value] of Object.entries({ ...stays, ...goes })) localStorage.setItem(key, value);
  sessionStorage.setItem('files:clipboard:u', '[]');
  Reflect.deleteProperty(globalThis, 'indexedDB');
  await wipePersonal();
  expect(Object.keys(localStorage).toSorted()).toEqual(Object.keys(stays).toSorted());
  expect(sessionStorage).toHaveLength(0);
});
