import type { Block } from '~/api/document';
import { t } from '~/i18n';
import { cx } from '~/kit/cx';
import type { Line, Piece } from './compare';

const headings = ['text-xl', 'text-lg', 'text-base'];

function classOf({ kind, level = 0 }: Block): string {
  if (kind === 'heading') return cx('mt-6 mb-2 font-bold first:mt-0', headings[Math.min(Math.max(level, 1), 3) - 1]);
  if (kind === 'row') return 'border-b border-line py-1.5 text-sm';
  if (kind === 'note') return 'my-1 text-sm text-muted';
  return 'mb-3';
}

/** A document with the marks of what changed in it. */
export function Changes({ lines, name }: { lines: readonly Line[]; name: string }) {
  return (
    <article
      aria-label={name}
      className="mx-auto max-w-3xl rounded-card bg-surface px-5 py-8 text-base leading-8 wrap-anywhere shadow-card ring-1 ring-line sm:px-14 sm:py-12"
    >
      {lines.map(({ block, pieces }, index) => (
        <p
          key={index}
          dir="auto"
          role={block.kind === 'heading' ? 'heading' : undefined}
          aria-level={block.kind === 'heading' ? Math.min(6, (block.level ?? 0) + 1) : undefined}
          className={cx('min-h-4 whitespace-pre-line', classOf(block))}
          style={block.kind === 'item' ? { marginInlineStart: `${Math.min(block.level ?? 0, 8) * 1.5}rem` } : undefined}
        >
          {(block.kind === 'item' || block.marker) && <span>{block.marker || '•'} </span>}
          {pieces.map((piece, at) => (
            <Words key={at} piece={piece} />
          ))}
        </p>
      ))}
      {lines.length === 0 && <p className="text-muted">{t('preview.versionEmpty')}</p>}
    </article>
  );
}

function Words({ piece: { kind, text } }: { piece: Piece }) {
  if (kind === 'gone') return <del className="rounded-sm bg-danger-soft px-0.5 text-danger">{text}</del>;
  if (kind === 'new') {
    return <ins className="rounded-sm bg-success-soft px-0.5 text-success no-underline">{text}</ins>;
  }
  return <>{text}</>;
}
