import { useEffect, useState } from 'react';
import { faultText } from '~/api/fault';
import { verifyTitle } from './api';

export type TitleCheck = { state: 'empty' | 'checking' | 'free' } | { state: 'refused'; words: string };

/** Asks the server whether the name can be used, once the user pauses. */
export function useTitleCheck(title: string): TitleCheck {
  const text = title.trim();
  const [answer, setAnswer] = useState<{ text: string; check: TitleCheck } | null>(null);
  useEffect(() => {
    if (!text) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      verifyTitle(text, stop.signal).then(
        () => setAnswer({ text, check: { state: 'free' } }),
        (error: unknown) => {
          if (!stop.signal.aborted) setAnswer({ text, check: { state: 'refused', words: faultText(error) } });
        },
      );
    }, 350);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text]);
  if (!text) return { state: 'empty' };
  return answer?.text === text ? answer.check : { state: 'checking' };
}
