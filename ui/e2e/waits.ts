import type { Page } from '@playwright/test';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks until there is an answer, for a minute. */
export async function askUntil<T>(
  ask: () => Promise<T | null | undefined> | T | null | undefined,
  want: string,
): Promise<T> {
  for (const began = Date.now(); Date.now() - began < 60_000; await pause(100)) {
    const answer = await ask();
    if (answer !== null && answer !== undefined) return answer;
  }
  throw new Error(`for a minute there was no ${want}`);
}

/** This moment, with nothing else in the same milliseconds of the server. */
export async function takeMoment(): Promise<string> {
  await pause(20);
  const at = new Date().toISOString();
  await pause(20);
  return at;
}

/**
 * Lets time pass where time itself is the subject: something that must not happen would happen within it, or what a
 * frame of its own does after a while has no sign that can be seen. Everything else waits for what it needs.
 */
export async function letTimePass(page: Page, ms: number, reason: string): Promise<void> {
  if (reason === '') throw new Error('a wait has a reason');
  await page.waitForTimeout(ms);
}
