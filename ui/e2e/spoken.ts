import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { preview as en } from '../src/i18n/en/preview';
import { preview as fa } from '../src/i18n/fa/preview';
import { expect } from './fixtures';
import { letTimePass } from './waits';

const bundle = path.resolve(
  import.meta.dirname,
  '../node_modules/@guidepup/virtual-screen-reader/lib/esm/index.browser.js',
);
const goldens = path.resolve(import.meta.dirname, 'spoken');

/** The bundle is a module; a page's first script cannot be one. Its last line is a comment. */
function asScript(): string {
  const code = fs.readFileSync(bundle, 'utf8');
  const [whole, names = ''] = /export\s*\{([^}]*)\}/.exec(code) ?? [];
  const inner = /([\w$]+) as virtual\b/.exec(names)?.[1];
  if (!whole || !inner) throw new Error('the screen reader has another form now');
  return `(() => {${code.replace(whole, () => `globalThis.anbarReader = ${inner};`)}\n})();`;
}

interface Reader {
  readonly activeNode: Node | null;
  start(how: { container: HTMLElement; window: object }): Promise<void>;
  spokenPhraseLog(): Promise<string[]>;
}

/** Puts a screen reader into every page that is opened next. */
export const addReader = (page: Page) => page.addInitScript(asScript());

/**
 * Starts it on the present page; the log begins anew.
 */
const startReader = (page: Page) =>
  page.evaluate(async () => {
    const { anbarReader: reader } = globalThis as unknown as { anbarReader: Reader };
    const live = '[aria-live], [role=status], [role=alert]';
    // News is read when a text changes, once for each region, and not when an attribute does.
    class TextObserver extends MutationObserver {
      constructor(hear: (records: object[]) => void) {
        super((records) => {
          const last = new Map<unknown, object>();
          for (const record of records) {
            for (const node of record.addedNodes) {
              const alert =
                node instanceof Element && (node.matches('[role=alert]') ? node : node.querySelector('[role=alert]'));
              if (alert) last.set(alert, { target: alert, type: 'characterData', addedNodes: [], removedNodes: [] });
            }
            const region = (record.target instanceof Element ? record.target : record.target.parentElement)?.closest(
              live,
            );
            const whole = region?.matches('[role=status], [role=alert]');
            const isAlert = [...record.addedNodes].some((node) => last.has(node));
            if (record.type !== 'attributes' && !isAlert) last.set(whole ? region : record, record);
          }
          hear(last.size > 0 ? [...last.values()] : [{ target: document.body, type: 'attributes' }]);
        });
      }
    }
    await reader.start({ container: document.body, window: { MutationObserver: TextObserver } });
  });

/** Everything that was said since `from`, once nothing more is said. */
const saidSince = (page: Page, from: number) =>
  page.evaluate(async (start) => {
    const { anbarReader: reader } = globalThis as unknown as { anbarReader: Reader };
    const log = await reader.spokenPhraseLog();
    // The reader misses a focus that comes before the page is uncovered, and the item that a list points to.
    const reach = (target: Element | null) => {
      if (!target || target === reader.activeNode) return;
      const focus = new FocusEvent('focusin');
      Object.defineProperty(focus, 'target', { value: target });
      document.body.dispatchEvent(focus);
    };
    const look = () => {
      const focused = document.activeElement;
      const id = focused?.getAttribute('aria-activedescendant');
      if (id) reach(document.getElementById(id));
      else if (focused !== document.body) reach(focused);
    };
    let length = -1;
    while (length !== log.length) {
      length = log.length;
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 150)));
      look();
      await new Promise((resolve) => setTimeout(resolve));
    }
    if (document.activeElement === document.body && log.length > 1) log.push('(the focus is at the start of the page)');
    return log.slice(start);
  }, from);

const isNews = (phrase: string) => /^(polite|assertive): /.test(phrase);

/** The focus returns to the button of a menu that closes, or is given to a new page. Where it goes on at once, only a slow page says so. */
const isPassed = (phrase: string) => phrase.includes(', not expanded, has popup menu') || phrase === 'main';

/** A preview that takes more than a moment says so, which only a slow machine hears. */
const waits = [fa.loading, fa.slow, en.loading, en.slow].map((text) => `polite: ${text}`);
const isWaiting = (phrase: string) => waits.includes(phrase.trim());

/** A user who listens: what each step makes the screen reader say. */
export class Listener {
  readonly #lines: string[] = [];
  #heard = 0;

  private constructor(private readonly page: Page) {}

  static async on(page: Page): Promise<Listener> {
    await startReader(page);
    const listener = new Listener(page);
    listener.#heard = (await saidSince(page, 0)).length;
    return listener;
  }

  /** Does something, waits for `seen`, and listens: first where the focus goes, then the news. */
  async hear(step: string, act: () => Promise<unknown>, seen?: () => Promise<unknown>): Promise<string[]> {
    await act();
    await seen?.();
    const phrases = await saidSince(this.page, this.#heard);
    this.#heard += phrases.length;
    const reached = phrases.filter((phrase) => !isNews(phrase));
    const told = [
      ...reached.filter((phrase, at) => at === reached.length - 1 || !isPassed(phrase)),
      ...phrases.filter(isNews),
    ].filter((phrase) => !phrase.endsWith(': ') && !isWaiting(phrase));
    this.#lines.push(`> ${step}`, ...told);
    return told;
  }

  press(key: string, seen?: () => Promise<unknown>): Promise<string[]> {
    return this.hear(key, () => this.page.keyboard.press(key), seen);
  }

  /** Goes on with Tab. */
  async tab(times: number): Promise<void> {
    for (let n = 0; n < times; n += 1) await this.press('Tab');
  }

  /** Compares with e2e/spoken/`name`.txt; GOLDEN=1 writes it. `called` gives a steady name to what has another in each run. */
  expect(name: string, called = (text: string) => text) {
    const file = path.join(goldens, `${name}.txt`);
    // Numbers, times and addresses differ from run to run.
    const text = called(`${this.#lines.join('\n')}\n`)
      // The row itself is said, too.
      .replaceAll(/active descendant .*, (?=multi-selectable)/g, '')
      .replaceAll(/, placeholder\s+$/gm, '')
      .replace(/https?:\S+/g, '@')
      .replace(/[\d۰-۹]+/g, '#');
    if (process.env.GOLDEN) {
      fs.mkdirSync(goldens, { recursive: true });
      fs.writeFileSync(file, text);
    }
    expect(text).toBe(fs.readFileSync(file, 'utf8'));
    // Nothing that only a program could mean, and no other language.
    expect(text).not.toMatch(/\b(null|undefined|NaN)\b|\[object/);
  }
}

/** Menus come when the page rests, and a button that is pressed or has the focus then is spoken again. */
export async function menusCame(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/inside-')),
  );
  await letTimePass(page, 500, 'the code is here, and the buttons that take its place look like those before');
}
