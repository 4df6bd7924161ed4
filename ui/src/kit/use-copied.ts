import { useEffect, useState } from 'react';
import { copyText } from './copy-text';

/** In milliseconds. */
const SHOWN = 2500;

/** Copies a text. The state is true for a moment after it was copied, and stays false when the browser refused. */
export function useCopied(): readonly [copied: boolean, copy: (text: string) => void] {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN);
    return () => clearTimeout(timer);
  }, [copied]);
  return [copied, (text) => void copyText(text).then(setCopied)];
}
