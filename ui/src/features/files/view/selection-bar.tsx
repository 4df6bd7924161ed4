import { EllipsisVertical, X } from 'lucide-react';
import { num, t } from '~/i18n';
import { size } from '~/i18n/format';
import { cx } from '~/kit/cx';
import { IconButton, iconButtonClass } from '~/kit/icon-button';
import { Menu } from '~/kit/menu';
import { useIsPhone } from '~/kit/use-media';
import type { ActionContext } from '../actions/action';
import { actionsFor, nestedMenuOf } from '../actions/action-list';

type Props = { context: ActionContext; bytes: number | null; onClear: () => void };

/** The number and size of the chosen entries, with the actions of every day; the others are in the menu. */
export function SelectionBar({ context, bytes, onClear }: Props) {
  const phone = useIsPhone();
  const bar = actionsFor('bar', context);
  const offered = bar.filter(({ vital }) => vital);
  // What the menu of an entry has, and what is about the list: a phone has no other place for it.
  const rest = [
    ...actionsFor('item', context),
    ...bar.filter(({ vital, places }) => !vital && !places.includes('item')),
  ];
  return (
    <div
      role="toolbar"
      aria-label={t('files.selectionActions')}
      className="@container absolute inset-x-0 top-0 z-10 flex h-11 items-center gap-1 border-b border-line bg-brand-soft px-2 max-sm:h-14 sm:pointer-coarse:h-14"
    >
      <IconButton label={t('files.clearSelection')} onClick={onClear}>
        <X size={19} aria-hidden="true" />
      </IconButton>
      <p className="me-2 shrink-0 font-semibold whitespace-nowrap" data-count={context.count}>
        <span role="status" aria-label={t('files.selected', { n: context.count })}>
          {phone ? num(context.count) : t('files.items', { n: context.count })}
        </span>
        {bytes !== null && <span className="ms-2 font-normal text-muted @max-[34rem]:hidden">{size(bytes)}</span>}
      </p>
      <span className="flex-1" />
      {offered.map((action) => (
        <button
          key={action.id}
          type="button"
          aria-label={action.label(context)}
          data-tip={phone ? undefined : action.label(context)}
          onClick={() => action.perform(context)}
          className={cx(
            'control-height inline-flex min-w-9 shrink-0 items-center justify-center gap-2 rounded-control px-2 font-medium transition hover:bg-fg/8 active:bg-fg/14 pointer-coarse:min-w-11',
            action.danger && 'text-danger',
          )}
        >
          <action.Icon size={18} aria-hidden="true" />
          <span className="@max-[40rem]:hidden">{action.label(context)}</span>
        </button>
      ))}
      <Menu
        label={t('files.selectionActions')}
        align="end"
        entries={nestedMenuOf(rest, context)}
        trigger={
          <button type="button" aria-label={t('files.selectionActions')} className={iconButtonClass('text-fg!')}>
            <EllipsisVertical size={19} aria-hidden="true" />
          </button>
        }
      />
    </div>
  );
}
