import { stripVTControlCharacters } from 'node:util';
import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter';

/** Prints one line for each test that failed or passed at the second try, at the very end, where cut logs still show it. */
export default class SummaryReporter implements Reporter {
  #tests: TestCase[] = [];

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#tests = suite.allTests();
  }

  printsToStdio(): boolean {
    return false;
  }

  onEnd(): void {
    for (const test of this.#tests) {
      for (const [at, { error, retry }] of test.results.entries()) {
        if (!error || test.outcome() === 'expected') continue;
        const place = error.location ? `${error.location.file.split('/').at(-1)}:${error.location.line}` : '';
        const says = stripVTControlCharacters(error.message ?? '')
          .split('\n')
          .filter(Boolean)
          .slice(0, 6)
          .join(' | ');
        console.log(
          `${at === test.results.length - 1 ? 'failed' : 'again'}: ${test.title} (try ${retry + 1}) ${place}: ${says}`,
        );
      }
    }
  }
}
