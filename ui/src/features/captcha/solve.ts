import type { Challenge } from '~/api/types';
import { solutionOf } from './challenge';
import type { SearchAnswer } from './search.worker';

/** Answers a challenge in a worker of its own, so that the page stays awake. Rejects when there is no answer. */
export function solve(challenge: Challenge, onShare: (share: number) => void, signal: AbortSignal): Promise<string> {
  const worker = new Worker(new URL('./search.worker.ts', import.meta.url), { type: 'module', name: 'captcha' });
  return new Promise<string>((resolve, reject) => {
    const handleFailure = () => reject(new Error('the challenge was not solved'));
    signal.addEventListener('abort', handleFailure, { once: true });
    worker.addEventListener('error', handleFailure, { once: true });
    worker.addEventListener('message', ({ data }: MessageEvent<SearchAnswer>) => {
      if ('share' in data) onShare(data.share);
      else if (data.number === null) handleFailure();
      else resolve(solutionOf(challenge, data.number));
    });
    worker.postMessage(challenge, []);
  }).finally(() => worker.terminate());
}
