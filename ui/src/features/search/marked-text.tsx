import type { Range } from './snippet';

type Props = { text: string; marks: readonly Range[] };

/**
 * One line of text in which the found words are marked. It begins at the side of the page, runs in its own direction and
 * is cut at its own end. Offsets count UTF-16 units, as JavaScript does.
 */
export function MarkedText({ text, marks }: Props) {
  return (
    <span className="flex min-w-0">
      <span dir="auto" className="truncate">
        {pieces(text, marks).map((piece, index) =>
          piece.marked ? <Mark key={index} text={piece.text} /> : piece.text,
        )}
      </span>
    </span>
  );
}

function Mark({ text }: { text: string }) {
  return <mark className="rounded-sm bg-warning-soft text-warning">{text}</mark>;
}

function pieces(text: string, marks: readonly Range[]): { text: string; marked: boolean }[] {
  const found: { text: string; marked: boolean }[] = [];
  let at = 0;
  for (const [from, until] of [...marks].sort((a, b) => a[0] - b[0])) {
    const start = Math.max(at, from);
    if (until <= start || start >= text.length) continue;
    if (start > at) found.push({ text: text.slice(at, start), marked: false });
    found.push({ text: text.slice(start, until), marked: true });
    at = Math.min(until, text.length);
  }
  if (at < text.length) found.push({ text: text.slice(at), marked: false });
  return found;
}
