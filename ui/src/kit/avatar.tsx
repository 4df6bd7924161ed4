import { cx } from './cx';
import { inkOn } from './contrast';

// No greens: beside the accent they would look like a mistake.
const palette = ['#7a5f12', '#7a4b1f', '#3d5a98', '#8a3b5c', '#4a5568', '#6a4a9c', '#9a4428', '#2f6b8a'];

function colourOf(name: string): string {
  let sum = 0;
  for (const char of name) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) >>> 0;
  return palette[sum % palette.length] ?? '#4a5568';
}

/** A letter may be made of several code points. */
function initial(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return first?.segment.toLocaleUpperCase() ?? '؟';
}

type Props = {
  name: string;
  src?: string | null;
  colour?: string | null;
  /** People are round, places are not. */
  shape?: 'round' | 'square';
  className?: string;
};

/** A picture, or the first letter of the name on a coloured ground. Decorative: the name is written beside it. */
export function Avatar({ name, src, colour, shape = 'round', className }: Props) {
  const form = cx('shrink-0 select-none', shape === 'round' ? 'rounded-full' : 'rounded-[28%]', className ?? 'size-9');
  if (src) return <img src={src} alt="" draggable={false} className={cx(form, 'object-cover')} />;
  const background = colour ?? colourOf(name);
  return (
    <span
      aria-hidden="true"
      className={cx(form, '@container-size grid place-items-center font-bold')}
      style={{ background, color: inkOn(background) }}
    >
      <span className="text-[44cqb] leading-none">{initial(name)}</span>
    </span>
  );
}
