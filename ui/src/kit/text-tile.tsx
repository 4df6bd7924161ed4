import { cx } from './cx';
import { isRightToLeft } from './direction';
import type { FileType } from './file-type';

type Props = { text: string; type: FileType; className?: string };

const letter = /\p{L}/u;
const directionOf = (text: string) => (isRightToLeft(text) ? 'rtl' : 'ltr');

/** At the edge of the card, where lines that are not broken end. */
const fades = {
  ltr: 'mask-[linear-gradient(to_right,black_calc(100%-20px),transparent)]',
  rtl: 'mask-[linear-gradient(to_left,black_calc(100%-20px),transparent)]',
};

/**
 * The first lines of a text, in place of a picture of it. What they say is a stranger's and decorative, so the style
 * sheet draws it: as text it would have to be part of the name of what it stands in. Paragraphs are broken; lines of code
 * and of tables end at the edge.
 */
export function TextTile({ text, type, className }: Props) {
  const code = type === 'code';
  const broken = !code && type !== 'sheet';
  // Rows of a table run one way, and a line of digits or signs alone runs like the text that it stands in.
  const usual = code ? 'ltr' : directionOf(text);
  return (
    <div
      aria-hidden="true"
      data-lines
      className={cx(
        'pointer-events-none overflow-hidden px-3.5 pt-3 text-[10px] leading-[15px] text-muted select-none',
        'mask-[linear-gradient(to_bottom,black_calc(100%-28px),transparent)] print:hidden',
        code && 'font-mono text-[9.5px]',
        className,
      )}
    >
      {text.split('\n').map((line, at) => {
        const dir = broken && letter.test(line) ? directionOf(line) : usual;
        return (
          <div
            key={at}
            dir={dir}
            data-line={line}
            className={cx(
              'min-h-[15px] text-start before:content-[attr(data-line)]',
              broken ? 'whitespace-pre-wrap wrap-anywhere' : cx('-me-3.5 overflow-hidden whitespace-pre', fades[dir]),
            )}
          />
        );
      })}
    </div>
  );
}
