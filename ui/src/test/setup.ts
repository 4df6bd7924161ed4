import '@testing-library/jest-dom/vitest';
import { configure } from '@testing-library/preact';
import { afterAll, afterEach, vi } from 'vitest';
import { setLang, withWords } from '~/i18n';
import { resetStores } from '~/kit/store';

// Other tests may keep the machine busy beside: one second is too little to wait for what comes.
configure({ asyncUtilTimeout: 20_000 });

afterEach(resetStores);

// This browser never rests: code that a page fetches for later would come in the midst of another file, or after the last.
Object.assign(globalThis, { requestIdleCallback: () => 0, cancelIdleCallback: () => {} });

// The files share one document and its modules: each leaves them as it found them.
afterAll(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  await setLang('fa-ir');
});

await withWords(Promise.resolve(), 'accounts', 'errors', 'files', 'people', 'preview', 'profile');
