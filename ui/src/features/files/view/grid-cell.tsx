import { memo, useState } from 'react';
import { CutName } from '~/kit/cut-name';
import { cx } from '~/kit/cx';
import { FileIcon, toneOf } from '~/kit/file-icon';
import type { FileType } from '~/kit/file-type';
import { Skeleton } from '~/kit/skeleton';
import { TextTile } from '~/kit/text-tile';
import { MoreButton, SelectBox } from './cells';
import { isUnmade, type Entry } from '../listing/entry';
import { labelOf, pendingClass, rowId } from './list-row';
import { Marks, marksWidth } from './marks';
import { RenameField } from '../operations/rename-field';
import type { Renaming } from '../operations/renaming';
import { useTile, type Tile } from '../listing/thumbnails';

type Props = {
  spaceId: string;
  entry: Entry | null;
  index: number;
  width: number;
  height: number;
  selected: boolean;
  cursor: boolean;
  target: boolean;
  draggable: boolean;
  cut: boolean;
  renaming: Renaming | null;
  /** Boxes to choose entries are shown. */
  boxed: boolean;
};

/** By attributes alone, as those of a row. */
const chosenClass =
  'bg-surface ring-line not-aria-selected:hover:shadow-card not-aria-selected:hover:ring-edge/60 active:bg-brand-soft ' +
  'aria-selected:bg-brand-soft aria-selected:ring-brand/30 group-data-[by=keys]/list:data-cursor:ring-2 ' +
  'data-cursor:not-aria-selected:ring-2 data-cursor:not-aria-selected:ring-brand';

export const GridCell = memo(function GridCell({ entry, height, ...rest }: Props) {
  return entry ? <Cell {...rest} entry={entry} height={height} /> : <CellBlank height={height} />;
});

function Cell(props: Props & { entry: Entry }) {
  const { spaceId, entry, index, width, height, selected, cursor, target, draggable, cut, renaming } = props;
  const { boxed } = props;
  const folder = entry.kind === 'directory';
  return (
    <div
      role="gridcell"
      id={rowId(index)}
      aria-labelledby={labelOf(index, entry, [])}
      aria-selected={selected}
      aria-busy={entry.pending}
      data-cursor={cursor || undefined}
      data-index={index}
      data-part="name"
      draggable={draggable && !renaming}
      data-entry={entry.id}
      data-directory={folder && !isUnmade(entry) ? entry.id : undefined}
      style={{ height }}
      className={cx(
        'group/entry relative flex flex-col rounded-card ring-1 select-none contain-strict',
        chosenClass,
        target && 'ring-2 ring-brand!',
        'data-drop:bg-brand-soft data-drop:ring-2 data-drop:ring-brand',
        cut && 'opacity-50',
        entry.pending && pendingClass,
      )}
    >
      <Face spaceId={spaceId} entry={entry} index={index} width={width} renaming={renaming} boxed={folder && boxed} />
      {folder ? (
        <FolderBox name={entry.name} selected={selected} boxed={boxed} />
      ) : (
        <SelectBox name={entry.name} selected={selected} className="absolute start-0 top-0" />
      )}
    </div>
  );
}

type FaceProps = Pick<Props, 'spaceId' | 'index' | 'width' | 'renaming' | 'boxed'> & { entry: Entry };

/** What does not change when the entry is chosen: to choose all draws none of it anew. */
const Face = memo(function Face({ spaceId, entry, index, width, renaming, boxed }: FaceProps) {
  const tile = useTile(spaceId, entry, width);
  const pictured = tile.url !== null || tile.lines !== null;
  const folder = entry.kind === 'directory';
  const beside = folder ? (boxed ? 128 : 96) : pictured ? 92 : 60;
  const room = width - beside - marksWidth(entry, true, 8);
  return (
    <>
      {!folder && <Picture {...tile} type={entry.type} />}
      <div className={cx('flex shrink-0 items-center gap-2 ps-3 pe-1', folder ? 'h-full' : 'h-12')}>
        {folder && <FileIcon type="folder" />}
        {pictured && <FileIcon type={entry.type} className="size-6" />}
        {renaming ? (
          <RenameField spaceId={spaceId} entry={entry} refused={renaming.refused} />
        ) : (
          <span id={`${rowId(index)}-name`} className="min-w-0 flex-1 truncate text-start text-[13px] font-medium">
            <CutName name={entry.name} width={room} size={13} />
          </span>
        )}
        <Marks entry={entry} all />
        <MoreButton name={entry.name} className="size-8" />
      </div>
    </>
  );
});

/** Lies beside the options, not over the icon: a press on the icon opens the directory. */
function FolderBox({ name, selected, boxed }: { name: string; selected: boolean; boxed: boolean }) {
  return (
    <span
      className={cx(
        'absolute inset-y-1 end-9 grid w-8 place-items-center overflow-hidden',
        'bg-surface group-aria-selected/entry:bg-brand-soft',
        !boxed && 'opacity-0 group-hover/entry:opacity-100 pointer-coarse:hidden',
      )}
    >
      <SelectBox name={name} selected={selected} className="w-8!" />
    </span>
  );
}

type PictureProps = Partial<Tile> & { type: FileType; selected?: boolean };

/** The thumbnail or the first lines, or the icon of the type. */
export function Picture({ url = null, lines = null, type, selected = false }: PictureProps) {
  const [shown, setShown] = useState(false);
  const [failed, setFailed] = useState(false);
  return (
    <div
      style={toneOf(type)}
      className={cx(
        'relative grid min-h-0 flex-1 place-items-center rounded-t-card',
        'group-aria-selected/entry:bg-brand/8',
        selected ? 'bg-brand/8' : 'bg-[color-mix(in_srgb,var(--tone)_6%,transparent)]',
      )}
    >
      {lines !== null && <TextTile text={lines} type={type} className="absolute inset-0 rounded-t-card" />}
      {lines === null && (!url || failed || !shown) && <FileIcon type={type} size="lg" className="bg-transparent!" />}
      {url && !failed && (
        <img
          src={url}
          alt=""
          draggable={false}
          decoding="async"
          onLoad={() => setShown(true)}
          onError={() => setFailed(true)}
          className={cx(
            'absolute inset-0 size-full rounded-t-card object-cover transition-opacity',
            type === 'pdf' && 'object-top',
            shown ? 'opacity-100' : 'opacity-0',
          )}
        />
      )}
    </div>
  );
}

/** A cell that has not been fetched. It is plain, because hundreds of them may fly past. */
function CellBlank({ height }: { height: number }) {
  return (
    <div aria-hidden="true" style={{ height }} className="rounded-card bg-sunken ring-1 ring-line contain-strict" />
  );
}

/** A placeholder for a cell while the first page loads. */
export function CellSkeleton({ height }: { height: number }) {
  return (
    <div aria-hidden="true" style={{ height }} className="flex flex-col overflow-hidden rounded-card ring-1 ring-line">
      <Skeleton className="min-h-0 flex-1 rounded-none" />
      <div className="flex h-12 items-center gap-2 px-3">
        <Skeleton className="size-6" />
        <Skeleton className="h-3 w-3/5" />
      </div>
    </div>
  );
}
