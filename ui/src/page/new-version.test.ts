import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isMissingCode, takeNewVersion, watchTyping } from './new-version';

const runtime = '<script type="module" src="/assets/runtime-0.js"></script>'; // the same in many versions
const page = (entry: string) =>
  `<!doctype html><html><head>${runtime}<script type="module" src="${entry}"></script></head></html>`;
const reload = vi.fn();
const warn = (event: Event) => event.preventDefault();

function serve(entry: string, ok = true) {
  vi.stubGlobal('fetch', () => Promise.resolve({ ok, text: () => Promise.resolve(page(entry)) }));
}

const { settings } = (window as unknown as { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: boolean } } })
  .happyDOM;
settings.handleDisabledFileLoadingAsSuccess = true;
watchTyping();

beforeEach(() => {
  sessionStorage.clear();
  reload.mockClear();
  document.head.innerHTML = `${runtime}<script type="module" src="/assets/main-1.js"></script>`;
  document.body.innerHTML = '';
  vi.spyOn(location, 'reload').mockImplementation(reload);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('loads another version once', async () => {
  serve('/assets/main-2.js');
  expect(await takeNewVersion()).toBe('reloading');
  expect(reload).toHaveBeenCalledTimes(1);
  // The page came back as it was, from a cache on the way.
  expect(await takeNewVersion()).toBe('waits');
  expect(reload).toHaveBeenCalledTimes(1);
  serve('/assets/main-3.js');
  expect(await takeNewVersion()).toBe('reloading');
});

it('stays with the same version, without an answer and with an error', async () => {
  serve('/assets/main-1.js');
  expect(await takeNewVersion()).toBe('same');
  serve('/assets/main-2.js', false);
  expect(await takeNewVersion()).toBe('same');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  expect(await takeNewVersion()).toBe('same');
  expect(reload).not.toHaveBeenCalled();
});

it('waits while something would be lost', async () => {
  serve('/assets/main-2.js');
  addEventListener('beforeunload', warn); // an upload, an editor, marks
  expect(await takeNewVersion()).toBe('waits');
  removeEventListener('beforeunload', warn);

  document.body.innerHTML = '<textarea></textarea>';
  const field = document.querySelector('textarea')!;
  field.value = 'half a sentence';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  expect(await takeNewVersion()).toBe('waits');
  expect(reload).not.toHaveBeenCalled();
  field.remove();
  expect(await takeNewVersion()).toBe('reloading');
});

it('knows the errors of browsers about missing code', () => {
  for (const words of [
    'Failed to fetch dynamically imported module: https://x/a.js',
    'error loading dynamically imported module: https://x/a.js',
    'Importing a module script failed.',
  ])
    expect(isMissingCode(new TypeError(words))).toBe(true);
  expect(isMissingCode(new TypeError('x is not a function'))).toBe(false);
  expect(isMissingCode('dynamically imported module')).toBe(false);
});
