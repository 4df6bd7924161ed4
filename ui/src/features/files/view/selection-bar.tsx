import { EllipsisVertical, X } from 'lucide-react';
import { t } from '~/i18n';
import { size } from '~/i18n/format';
import { Button } from '~/kit/button';
import { IconButton, iconButtonClass } from '~/kit/icon-button';
import { Menu } from '~/kit/menu';
import { useIsPhone } from '~/kit/use-media';
import type { ActionContext } from '../actions/action';
import { actionsFor, menuFor } from '../actions/action-list';

type Props = { context: ActionContext; bytes: number | null; onClear: () => void };

/** The number and size of the chosen entries, with their actions. */
export function SelectionBar({ context, bytes, onClear }: Props) {
  const phone = useIsPhone();
  const offered = actionsFor('bar', context).filter(({ vital }) => vital || !phone);
  return (
    <div
      role="toolbar"
      aria-label={t('files.selectionActions')}
      className="absolute inset-x-0 top-0 z-10 flex h-11 items-center gap-1 border-b border-line bg-brand-soft px-3 max-sm:h-14 pointer-coarse:h-14"
    >
      <IconButton label={t('files.clearSelection')} onClick={onClear}>
        <X size={19} aria-hidden="true" />
      </IconButton>
      <p role="status" className="me-3 min-w-0 truncate font-semibold" data-count={context.count}>
        {t('files.selected', { n: context.count })}
        {bytes !== null && <span className="ms-2 font-normal text-muted max-sm:hidden">{size(bytes)}</span>}
      </p>
      <span className="flex-1" />
      {offered.map((action) =>
        action.worded && !phone ? (
          <Button
            key={action.id}
            className={action.danger ? 'text-danger!' : undefined}
            icon={<action.Icon size={18} aria-hidden="true" />}
            onClick={() => action.perform(context)}
          >
            {action.label(context)}
          </Button>
        ) : (
          <IconButton
            key={action.id}
            label={action.label(context)}
            className={action.danger ? 'text-danger!' : 'text-fg!'}
            onClick={() => action.perform(context)}
          >
            <action.Icon size={19} aria-hidden="true" />
          </IconButton>
        ),
      )}
      <Menu
        label={t('files.selectionActions')}
        align="end"
        entries={menuFor('item', context)}
        trigger={
          <button type="button" aria-label={t('files.selectionActions')} className={iconButtonClass('text-fg!')}>
            <EllipsisVertical size={19} aria-hidden="true" />
          </button>
        }
      />
    </div>
  );
}
