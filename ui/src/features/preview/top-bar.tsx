import { ArrowRight, ChevronLeft, ChevronRight, Download, EllipsisVertical, Info } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { nestedMenuOf } from '~/features/files/actions/action-list';
import { EditingMark } from '~/features/files/view/marks';
import { num, t } from '~/i18n';
import { CutName } from '~/kit/cut-name';
import { cx } from '~/kit/cx';
import { FileIcon } from '~/kit/file-icon';
import { fileType } from '~/kit/file-type';
import { IconButton, iconButtonClass } from '~/kit/icon-button';
import { Menu } from '~/kit/menu';
import { Skeleton } from '~/kit/skeleton';
import { useWidth } from '~/kit/use-width';
import type { Siblings } from './siblings';
import type { FileActions } from './use-actions';

/** Actions with a button of their own where there is room. */
const inBar = new Set(['extract', 'share', 'favorite', 'unfavorite', 'trash']);

type Props = {
  name: string | undefined;
  contentType: string | undefined;
  siblings: Siblings | null;
  details: boolean;
  onBack: () => void;
  onGo: (id: string | null) => void;
  actions: FileActions | null;
  onDownload: () => void;
  onDetails: () => void;
};

export function TopBar({ name, contentType, siblings, details, onBack, onGo, actions, onDownload, onDetails }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const entry = actions?.context.entries[0];
  // A live region is read when it changes, so the first name comes after it.
  const [said, setSaid] = useState('');
  useEffect(() => setSaid(name ?? ''), [name]);
  return (
    <header className="flex h-14 shrink-0 items-center gap-1 px-2 max-sm:gap-0 max-sm:px-1 sm:px-3">
      <p role="status" className="sr-only">
        {said}
      </p>
      <IconButton label={t('preview.back')} onClick={onBack}>
        <ArrowRight size={20} aria-hidden="true" className="ltr:rotate-180" />
      </IconButton>
      {name && <FileIcon type={fileType(name, contentType ?? '')} className="mx-1 max-sm:hidden" />}
      <div ref={box} className="min-w-0 flex-1">
        {name ? (
          <h1 className="truncate text-start text-base font-semibold">
            <CutName name={name} width={width} size={16} weight={600} />
          </h1>
        ) : (
          <Skeleton className="h-4 w-48" />
        )}
      </div>
      {entry?.editing && <EditingMark entry={entry} named />}
      {siblings && siblings.total > 1 && (
        <div className="flex items-center">
          <IconButton
            label={t('preview.previous')}
            disabled={!siblings.previous}
            onClick={() => onGo(siblings.previous)}
          >
            <ChevronRight size={20} aria-hidden="true" className="ltr:rotate-180" />
          </IconButton>
          <span className="min-w-14 text-center text-xs text-muted max-sm:hidden">
            {t('preview.position', { at: num(siblings.at), total: num(siblings.total) })}
          </span>
          <IconButton label={t('preview.next')} disabled={!siblings.next} onClick={() => onGo(siblings.next)}>
            <ChevronLeft size={20} aria-hidden="true" className="ltr:rotate-180" />
          </IconButton>
        </div>
      )}
      {actions?.offered
        .filter(({ id }) => inBar.has(id))
        .map((action) => (
          <IconButton
            key={action.id}
            label={action.label(actions.context)}
            className="max-sm:hidden"
            onClick={() => action.perform(actions.context)}
          >
            <action.Icon size={19} aria-hidden="true" />
          </IconButton>
        ))}
      {/* On a phone the name needs its room; the menu has it as well. */}
      <IconButton label={t('preview.download')} className={cx(actions && 'max-sm:hidden')} onClick={onDownload}>
        <Download size={19} aria-hidden="true" />
      </IconButton>
      <IconButton label={t('preview.details')} aria-pressed={details} onClick={onDetails}>
        <Info size={19} aria-hidden="true" />
      </IconButton>
      {/* Its room is kept: what stands beside it does not move under a finger when the file is known. */}
      {!actions && <span className="icon-size shrink-0" />}
      {actions && (
        <Menu
          label={t('files.selectionActions')}
          align="end"
          entries={nestedMenuOf(actions.offered, actions.context)}
          trigger={
            <button type="button" aria-label={t('files.selectionActions')} className={iconButtonClass()}>
              <EllipsisVertical size={19} aria-hidden="true" />
            </button>
          }
        />
      )}
    </header>
  );
}
