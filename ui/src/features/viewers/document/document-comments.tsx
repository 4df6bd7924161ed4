import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Comment } from '~/isolated/protocol';
import { num, t } from '~/i18n';
import { dateTime, fullDate } from '~/i18n/format';
import { Avatar } from '~/kit/avatar';
import { cx } from '~/kit/cx';

type Props = { comments: readonly Comment[]; chosen: number | null; onChoose: (at: number) => void };

/** The comments of a document with their answers: at its side, on a phone below it. */
export function DocumentComments({ comments, chosen, onChoose }: Props) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (chosen !== null)
      list.current?.querySelector(`[data-comment="${chosen}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const answers = new Map<number, Comment[]>();
  let first = 0;
  const numbers = comments.map(({ of }) => (of === null ? (first += 1) : first));
  for (const one of comments) if (one.of !== null) answers.set(one.of, [...(answers.get(one.of) ?? []), one]);
  return (
    <aside
      aria-label={t('preview.docComments')}
      className="scroll-thin h-2/5 w-full shrink-0 overflow-y-auto border-t border-line bg-surface p-3 md:h-auto md:w-72 md:border-s md:border-t-0 lg:w-80 print:hidden"
    >
      <ol ref={list} className="grid gap-2">
        {comments.map((comment, at) =>
          comment.of === null ? (
            <li
              key={at}
              data-comment={at}
              className={cx(
                'grid gap-3 rounded-card bg-sunken p-3',
                at === chosen && 'ring-2 ring-brand',
                comment.isDone && 'text-muted',
              )}
            >
              <Remark comment={comment} number={numbers[at] ?? 0} onShow={() => onChoose(at)} />
              {answers.get(at)?.map((answer, place) => (
                <div key={place} className="border-s-2 border-line ps-3">
                  <Remark comment={answer} />
                </div>
              ))}
            </li>
          ) : null,
        )}
      </ol>
    </aside>
  );
}

type RemarkProps = { comment: Comment; number?: number; onShow?: () => void };

function Remark({ comment: { author, date, text, isDone }, number, onShow }: RemarkProps) {
  const at = Number.isNaN(Date.parse(date)) ? null : date;
  return (
    <div className="grid gap-2">
      <div className="flex items-center gap-2">
        <Avatar name={author || '?'} className="size-7" />
        <p className="min-w-0 flex-1">
          <span className="block truncate text-sm font-semibold">
            <bdi>{author || t('preview.docCommentNameless')}</bdi>
          </span>
          {at !== null && (
            <time dateTime={at} title={fullDate(at)} className="block text-xs text-muted">
              {dateTime(at)}
            </time>
          )}
        </p>
        {isDone && number !== undefined && (
          <span className="flex items-center gap-1 text-xs text-muted">
            <Check size={14} aria-hidden="true" />
            {t('preview.docCommentDone')}
          </span>
        )}
        {number !== undefined && (
          <button
            type="button"
            title={t('preview.docCommentShow')}
            aria-label={`${t('preview.docCommentShow')} ${num(number)}`}
            onClick={onShow}
            className="grid h-8 min-w-8 place-items-center rounded-full px-2 text-xs font-semibold ring-1 ring-line hover:bg-hover"
          >
            {num(number)}
          </button>
        )}
      </div>
      <p dir="auto" className="text-sm whitespace-pre-line wrap-anywhere">
        {text}
      </p>
    </div>
  );
}
