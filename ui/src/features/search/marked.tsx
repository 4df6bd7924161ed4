import type { Range } from './hits';

type Props = { text: string; marks: readonly Range[] };

/** A text in which the found words are marked. Offsets count UTF-16 units, as JavaScript does. */
export function Marked({ text, marks }: Props) {
  return (
    <bdi>
      {pieces(text, marks).map((piece, index) => (piece.marked ? <Mark key={index} text={piece.text} /> : piece.text))}
    </bdi>
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
