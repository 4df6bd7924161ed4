/** The address of a link's value, when it is one that may be opened: never a script. */
export function safeLink(content: string): string | null {
  try {
    const url = new URL(content.trim());
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
  } catch {
    return null;
  }
}

/** The error in a value, as a key of the dictionary; null when it is valid. */
export function problemOf(type: 'text' | 'link', content: string) {
  if (!content.trim()) return 'fields.contentRequired' as const;
  return type === 'link' && !safeLink(content) ? ('fields.linkInvalid' as const) : null;
}
