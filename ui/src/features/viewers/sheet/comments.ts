import type { SheetComment } from '~/api/document';

/** What is said at the cells, one below the other, by row and column: 2-3. */
export function commentsAt(comments: readonly SheetComment[] = []): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { r, c, author, text } of comments) {
    const key = `${r}-${c}`;
    const said = author ? `\u2068${author}\u2069: ${text}` : text;
    const before = found.get(key);
    found.set(key, before === undefined ? said : `${before}\n${said}`);
  }
  return found;
}
