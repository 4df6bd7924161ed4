import { MessageSquareText } from 'lucide-react';
import { CHANGES_SHOWN, MISSING, type Beside, type ChangesShown, type Missing } from '~/isolated/protocol';
import { num, t } from '~/i18n';
import { cx } from '~/kit/cx';
import { SegmentedControl } from '~/kit/segmented-control';

type Props = {
  beside: Beside;
  changes: ChangesShown;
  onChanges: (changes: ChangesShown) => void;
  comments: boolean;
  onComments: (shown: boolean) => void;
};

/** Above a document: how its changes are shown, whether its comments are, and what of it is not. */
export function DocumentBar({ beside, changes, onChanges, comments, onComments }: Props) {
  const missing = missingText(beside.missing);
  const hasComments = beside.comments.length > 0;
  if (!beside.hasChanges && !hasComments && missing === null) return null;
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-surface px-3 py-2 print:hidden">
      {beside.hasChanges && (
        <SegmentedControl
          label={t('preview.changesView')}
          hideLabel
          value={changes}
          segments={CHANGES_SHOWN.map((value) => ({ value, label: t(`preview.changesView_${value}`) }))}
          onChange={onChanges}
        />
      )}
      {hasComments && (
        <button
          type="button"
          aria-pressed={comments}
          onClick={() => onComments(!comments)}
          className={cx(
            'flex h-10 items-center gap-2 rounded-control px-3 font-medium ring-1 ring-line ring-inset',
            comments ? 'bg-brand-soft text-brand' : 'text-muted hover:bg-hover',
          )}
        >
          <MessageSquareText size={18} aria-hidden="true" />
          {t('preview.docComments')}
          <span className="text-xs">{num(beside.comments.filter(({ of }) => of === null).length)}</span>
        </button>
      )}
      {missing !== null && (
        <p role="note" className="text-xs text-muted">
          {missing}
        </p>
      )}
    </div>
  );
}

/** Names what is not shown; null when nothing is missing. */
function missingText(missing: Missing): string | null {
  const list = MISSING.flatMap((kind) => {
    const n = missing[kind] ?? 0;
    return n > 0 ? [t(`preview.missing_${kind}`, { n })] : [];
  });
  return list.length > 0 ? t('preview.docMissing', { list: list.join(t('preview.listComma')) }) : null;
}
