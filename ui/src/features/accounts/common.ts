import { useEffect, useState } from 'react';
import wordsUrl from 'common-words.txt?url';

type Words = ReadonlySet<string>;

/** More digits and symbols than these around a common word make a password of it. */
const DECORATION = 6;

const leet: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' };

const bare = (text: string) => text.replace(/^[^a-z]+|[^a-z]+$/g, '');
const unleet = (text: string) => text.replace(/[013457@$]/g, (sign) => leet[sign] ?? sign);

/** Whether a password is a common word with little around it, as the server sees it: "Password1!", "P@ssw0rd". */
export function isCommon(password: string, words: Words): boolean {
  const lower = password.toLowerCase();
  const letters = Array.from(lower).length;
  return [bare(lower), bare(unleet(bare(lower))), bare(unleet(lower))].some(
    (stem) => letters - stem.length <= DECORATION && words.has(stem),
  );
}

let fetched: Promise<Words | null> | null = null;

async function fetchWords(): Promise<Words | null> {
  const response = await fetch(wordsUrl);
  return response.ok ? new Set((await response.text()).split(/\s+/).filter(Boolean)) : null;
}

/** The server's list of common words; null until it is there, and without a connection. */
export function useCommonWords(): Words | null {
  const [words, setWords] = useState<Words | null>(null);
  useEffect(() => {
    let over = false;
    fetched ??= fetchWords().catch(() => (fetched = null));
    void fetched.then((found) => !over && setWords(found));
    return () => {
      over = true;
    };
  }, []);
  return words;
}
