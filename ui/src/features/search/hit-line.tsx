import { cx } from '~/kit/cx';
import { FileIcon } from '~/kit/file-icon';
import { placeWords, type Hit } from './hits';
import { MarkedText } from './marked-text';

/** The end of a path says more than its beginning. */
const MOST = 2;

/** The path of an item, in words. */
export function HitPath({ steps, className }: { steps: readonly string[]; className?: string }) {
  return (
    <span className={cx('block truncate', className)} title={steps.join(' / ')}>
      {steps.length > MOST && '… / '}
      {steps.slice(-MOST).map((step, index) => (
        <span key={index}>
          {index > 0 && <span className="mx-1 opacity-60">/</span>}
          <bdi>{step}</bdi>
        </span>
      ))}
    </span>
  );
}

/** The page or slide of the excerpt, before it. */
export function HitPlace({ hit }: { hit: Hit }) {
  const words = placeWords(hit);
  return words && <span className="me-1.5 shrink-0 font-semibold text-brand">{words} ·</span>;
}

/** A hit in two or three lines: name, excerpt and path. */
export function HitLine({ hit, way }: { hit: Hit; way: readonly string[] }) {
  return (
    <>
      <FileIcon type={hit.entry.type} size="md" />
      <span className="min-w-0 flex-1 text-start leading-5">
        <span className="block truncate font-medium">
          <MarkedText text={hit.entry.name} marks={hit.marks} />
        </span>
        {hit.snippet && (
          <span className="flex text-xs text-muted">
            <HitPlace hit={hit} />
            <MarkedText text={hit.snippet.text} marks={hit.snippet.marks} />
          </span>
        )}
        <HitPath steps={way} className="text-xs text-muted" />
      </span>
    </>
  );
}
