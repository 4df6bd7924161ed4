import { Check } from 'lucide-react';
import { t } from '~/i18n';
import { fullDate } from '~/i18n/format';
import { cx } from '~/kit/cx';
import { RelativeTime } from '~/page/dates/relative-time';
import type { ColumnId } from '../listing/columns';
import type { Entry } from '../listing/entry';
import { extentOf } from '../listing/extent';
import { typeName } from '../listing/type-name';
import { PlaceText, TrashedText } from './entry-texts';
import { OpenMark } from './marks';
import { TagChips } from './tag-chips';

/** The box that chooses an entry. The list itself hears the clicks, so a thousand rows need no handlers. */
export function SelectBox({ name, selected, className }: { name: string; selected: boolean; className?: string }) {
  return (
    <span
      role="checkbox"
      aria-checked={selected}
      aria-label={t('files.select', { name })}
      tabIndex={-1}
      data-part="check"
      className={cx('group/check grid size-11 shrink-0 cursor-pointer place-items-center outline-none', className)}
    >
      <span
        className={cx(
          // Without a transition: to choose all would run hundreds of them.
          'grid size-5 place-items-center rounded-md border border-edge bg-surface text-surface opacity-0',
          'group-hover/entry:opacity-100 group-hover/check:border-fg group-data-selecting/list:opacity-100',
          'group-aria-selected/entry:border-brand group-aria-selected/entry:bg-brand group-aria-selected/entry:opacity-100',
        )}
      >
        {selected && <Check size={14} strokeWidth={3} aria-hidden="true" />}
      </span>
    </span>
  );
}

export function MoreButton({ name, className }: { name: string; className?: string }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={t('files.moreOf', { name })}
      data-part="more"
      className={cx(
        'icon-size grid shrink-0 place-items-center rounded-control text-muted transition hover:bg-line hover:text-fg',
        className,
      )}
    >
      <span
        aria-hidden="true"
        className="h-4.5 w-1 bg-[radial-gradient(circle,currentColor_1.5px,transparent_1.9px)] bg-size-[4px_6px]"
      />
    </button>
  );
}

/** The text of an entry in a column. */
export function CellText({ entry, column }: { entry: Entry; column: ColumnId }) {
  switch (column) {
    case 'size':
      return extentOf(entry);
    case 'type':
      return typeName(entry.type, entry.name);
    case 'createdBy':
      return <bdi>{entry.createdBy.name}</bdi>;
    case 'modifiedBy':
      return <bdi>{entry.modifiedBy.name}</bdi>;
    case 'createdAt':
      return <Moment at={entry.createdAt} />;
    case 'access':
      return entry.open && <OpenMark />;
    case 'tags':
      return <TagChips tags={entry.tags} />;
    case 'place':
      return <PlaceText entry={entry} />;
    case 'usedAt':
      return entry.usedAt && <Moment at={entry.usedAt} />;
    case 'origin':
    case 'trashedAt':
    case 'daysLeft':
      return <TrashedText entry={entry} column={column} />;
    default:
      return <Moment at={entry.modifiedAt} />;
  }
}

/** A date as a person would say it; the whole of it in the tooltip. */
function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={fullDate(at)}>
      <RelativeTime at={at} />
    </time>
  );
}
