import { useState, type SyntheticEvent } from 'react';
import type { Content } from '~/api/content';

/** Why a video or a sound is not played; editors name these 2404, 2502, 2503 and 2504. */
export type MediaProblem = 'mediaNotFound' | 'mediaNetwork' | 'mediaDecode' | 'mediaUnsupported';

/**
 * The error of a player that fails. Browsers call a file that is not there, one that did not come and one that is none
 * by the same code, so the server is asked which it is.
 */
export async function problemOf(code: number | undefined, url: string): Promise<MediaProblem> {
  if (code === MediaError.MEDIA_ERR_NETWORK) return 'mediaNetwork';
  if (code === MediaError.MEDIA_ERR_DECODE) return 'mediaDecode';
  try {
    const response = await fetch(url, { headers: { Range: 'bytes=0-0' } });
    await response.body?.cancel();
    if (response.ok) return 'mediaUnsupported';
    return response.status >= 500 ? 'mediaNetwork' : 'mediaNotFound';
  } catch {
    return 'mediaNetwork';
  }
}

interface Player {
  readonly problem: MediaProblem | null;
  readonly onError: (event: SyntheticEvent<HTMLMediaElement>) => void;
  /** Plays it anew; undefined where that would change nothing. */
  readonly onRetry: (() => void) | undefined;
}

export function useProblem({ url }: Content): Player {
  const [problem, setProblem] = useState<MediaProblem | null>(null);
  return {
    problem,
    onError: ({ currentTarget }) => void problemOf(currentTarget.error?.code, url).then(setProblem),
    onRetry: problem === 'mediaNetwork' ? () => setProblem(null) : undefined,
  };
}
