import type { Handed } from './kept';

// Those that some system refuses in a name, and the invisible ones that reorder its letters.
const forbidden = /[\\/:*?"<>|\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\s]+/gu;

/** A name for a file, without its extension. */
const stem = (text: string) => Array.from(text.replace(forbidden, ' ').trim()).slice(0, 60).join('').trim();

function webAddress(text: string): URL | null {
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return null;
  return new URL(text);
}

/** A shared text or address as a small file; null without either. Names it `fallback` when the share names nothing. */
export function asFile({ title, text, url, files }: Handed, fallback: string): File | null {
  const parts = [...new Set([text.trim(), url.trim()])].filter(Boolean);
  if (parts.length === 0) {
    // Apps repeat the names of the files as the title.
    if (files.length > 0 || !title.trim()) return null;
    parts.push(title.trim());
  }
  const [only = ''] = parts;
  const address = parts.length === 1 ? webAddress(only) : null;
  if (address) {
    const content = `[InternetShortcut]\r\nURL=${address.href}\r\n`;
    return new File([content], `${stem(title) || address.hostname}.url`, { type: 'application/internet-shortcut' });
  }
  return new File([parts.join('\n\n')], `${stem(title) || fallback}.txt`, { type: 'text/plain' });
}
