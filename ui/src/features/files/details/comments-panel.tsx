import { t } from '~/i18n';
import { dateTime, fullDate } from '~/i18n/format';
import { Avatar } from '~/kit/avatar';
import type { PanelProps } from './panel';
import { useRemarks } from './use-remarks';

/** So many letters of a quote are looked for in the document. */
const SOUGHT = 60;

/** The comments in the document, each with the words that it is about. */
export function CommentsPanel({ spaceId, entry, onFind }: PanelProps) {
  const remarks = useRemarks(spaceId, entry).data;
  return (
    <div className="grid gap-4">
      <ol aria-label={t('files.comments')} className="grid gap-3">
        {remarks?.comments.map(({ id, author, at, text, quote }) => (
          <li key={id} className="grid gap-2 rounded-card bg-sunken p-4">
            <div className="flex items-center gap-3">
              <Avatar name={author || '?'} className="size-8" />
              <p className="min-w-0 flex-1">
                <bdi className="block truncate font-semibold">{author || t('files.commentNameless')}</bdi>
                {at && (
                  <time dateTime={at} title={fullDate(at)} className="block text-xs text-muted">
                    {dateTime(at)}
                  </time>
                )}
              </p>
            </div>
            {quote && (
              <button
                type="button"
                title={t('files.commentShow')}
                onClick={() => onFind(entry, { words: wordsOf(quote), place: 0 })}
                className="rounded-sm border-s-3 border-accent ps-3 text-start text-sm text-muted hover:text-fg"
              >
                <q dir="auto" className="line-clamp-3 before:content-none after:content-none">
                  {quote}
                </q>
              </button>
            )}
            <p dir="auto" className="whitespace-pre-line wrap-anywhere">
              {text}
            </p>
          </li>
        ))}
      </ol>
      {remarks?.cut && <p className="text-sm text-muted">{t('files.commentsCut')}</p>}
    </div>
  );
}

/** The first words of a quote, whole. */
const wordsOf = (quote: string) => (quote.length <= SOUGHT ? quote : quote.slice(0, SOUGHT).replace(/\s+\S*$/, ''));
