import {
  CodeXml,
  File,
  FileText,
  Film,
  Folder,
  Image,
  Music,
  Package,
  Presentation,
  Sheet,
  Type,
  type LucideIcon,
} from 'lucide-react';
import type { CSSProperties } from 'react';
import { cx } from './cx';
import type { FileType } from './file-type';

interface Look {
  readonly Icon: LucideIcon;
  /** Light and dark. */
  readonly colour: readonly [string, string];
}

const looks: Record<FileType, Look> = {
  folder: { Icon: Folder, colour: ['var(--brand-light)', 'var(--brand-dark)'] },
  image: { Icon: Image, colour: ['#7a3ea8', '#cfa4f2'] },
  video: { Icon: Film, colour: ['#b0305f', '#f39bbd'] },
  audio: { Icon: Music, colour: ['#0f6f8c', '#7fcbe4'] },
  pdf: { Icon: FileText, colour: ['#b3261e', '#f5a39b'] },
  document: { Icon: FileText, colour: ['#1f5fae', '#92bdf2'] },
  sheet: { Icon: Sheet, colour: ['#1b6e3c', '#82d3a0'] },
  slides: { Icon: Presentation, colour: ['#a84a0c', '#f3b283'] },
  archive: { Icon: Package, colour: ['#7a5a12', '#e0c27c'] },
  code: { Icon: CodeXml, colour: ['#44546a', '#aebccc'] },
  text: { Icon: Type, colour: ['#556266', '#b4c0c3'] },
  other: { Icon: File, colour: ['#556266', '#b4c0c3'] },
};

type Props = { type: FileType; size?: 'sm' | 'md' | 'lg'; className?: string };

const boxes = { sm: 'size-7 rounded-md', md: 'size-9 rounded-lg', lg: 'size-16 rounded-2xl' } as const;
const letters = { sm: 'text-[9px]', md: 'text-[11px]', lg: 'text-xl' } as const;
const glyphs = { sm: 16, md: 20, lg: 34 } as const;

/** The colour of a kind, as the variable --tone. */
export function toneOf(type: FileType): CSSProperties {
  const [light, dark] = looks[type].colour;
  return { '--tone': `light-dark(${light}, ${dark})` } as CSSProperties;
}

/**
 * An icon for a type of file. It is decorative: screen readers read the name beside it, and a press is on what it stands in, which
 * stays when a picture comes in its place.
 */
export function FileIcon({ type, size = 'sm', className }: Props) {
  const { Icon } = looks[type];
  return (
    <span
      aria-hidden="true"
      style={toneOf(type)}
      className={cx(
        'pointer-events-none grid shrink-0 place-items-center bg-[color-mix(in_srgb,var(--tone)_12%,transparent)] text-(--tone)',
        boxes[size],
        className,
      )}
    >
      {type === 'pdf' ? (
        // Drawn by the style sheet: as text it would have to be part of the name of what the icon stands in.
        <span className={cx("font-extrabold tracking-tight before:content-['PDF']", letters[size])} />
      ) : (
        <Icon size={glyphs[size]} strokeWidth={1.9} className={type === 'folder' ? 'fill-current' : undefined} />
      )}
    </span>
  );
}
