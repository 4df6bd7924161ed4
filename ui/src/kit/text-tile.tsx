import { cx } from './cx';
import { isRightToLeft } from './direction';
import type { FileType } from './file-type';

type Props = { text: string; type: FileType; className?: string };

const letter = /\p{L}/u;

/**
 * The first lines of a text, in place of a picture of it. What they say is a stranger's and decorative: the name stands
 * beside them. Paragraphs are broken; lines of code and of tables end at the edge.
 */
export function TextTile({ text, type, className }: Props) {
  const code = type === 'code';
  // A line of digits or signs alone runs like the text that it stands in.
  const usual = isRightToLeft(text) ? 'rtl' : 'ltr';
  const directionOf = (line: string) => (letter.test(line) ? 'auto' : usual);
  return (
    <div
      aria-hidden="true"
      data-lines
      className={cx(
        'pointer-events-none overflow-hidden px-3.5 pt-3 text-start text-[10px] leading-[15px] text-muted select-none',
        'mask-[linear-gradient(to_bottom,black_calc(100%-28px),transparent)] print:hidden',
        code && 'font-mono text-[9.5px]',
        className,
      )}
    >
      {text.split('\n').map((line, at) => (
        <div
          key={at}
          dir={code ? 'ltr' : directionOf(line)}
          className={cx(
            'min-h-[15px] text-start',
            code || type === 'sheet' ? 'overflow-hidden whitespace-pre' : 'whitespace-pre-wrap wrap-anywhere',
          )}
        >
          {line}
        </div>
      ))}
    </div>
  );
}
