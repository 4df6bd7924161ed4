import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { t } from '~/i18n';
import { cx } from '~/kit/cx';
import { ActivityIcon } from './activity-icon';
import { ActivityRow, AuthorAndTime } from './activity-row';
import type { Fold } from './fold';
import { foldSentence } from './sentence';
import { SentenceText } from './sentence-text';
import { useWords } from './use-words';

type Props = { spaceId: string; my: boolean; fold: Fold };

/** Several activities as one row; it opens to show each. */
export function FoldRow({ spaceId, my, fold }: Props) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { rootName } = useWords(spaceId, my);
  const [first] = fold.activities;
  if (!first) return null;
  if (fold.activities.length === 1) return <ActivityRow spaceId={spaceId} my={my} activity={first} />;
  return (
    <li>
      <div className="flex items-start gap-3 py-2">
        <ActivityIcon action={first.action} />
        <div className="min-w-0 flex-1 pt-1 text-start wrap-anywhere">
          <p>
            <SentenceText parts={foldSentence(fold, rootName(first))} href={null} />
          </p>
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
            className="-ms-2 flex h-7 items-center gap-1 rounded-lg px-2 text-xs font-medium text-brand hover:bg-hover pointer-coarse:h-11"
          >
            {open ? t('activity.collapse') : t('activity.expand', { n: fold.activities.length })}
            <ChevronDown size={14} aria-hidden="true" className={cx('transition', open && 'rotate-180')} />
          </button>
        </div>
        <AuthorAndTime activity={first} />
      </div>
      <ol id={id} className={cx('border-s-2 border-line ms-4', !open && 'hidden')}>
        {open &&
          fold.activities.map((activity) => (
            <ActivityRow key={activity.activity_id} spaceId={spaceId} my={my} activity={activity} inner />
          ))}
      </ol>
    </li>
  );
}
