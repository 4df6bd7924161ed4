import { ArrowRight, Info, LayoutGrid, List, SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { PathStep } from '~/api/types';
import { t } from '~/i18n';
import { IconButton, iconButtonClass } from '~/kit/icon-button';
import { Menu } from '~/kit/menu';
import type { MenuEntry } from '~/kit/menu-items';
import { Segmented } from '~/kit/segmented';
import { Fill } from '~/kit/slot';
import { useIsPhone } from '~/kit/use-media';
import { COLUMNS, type ColumnId } from '../listing/columns';
import { FolderPath, stepHref, stepName } from './path';
import type { Place } from '~/api/place';
import { changePreferences } from '../listing/preferences';
import type { SortField } from '../listing/sort';
import type { ListKind } from '../listing/list-kind';
import type { View } from '../listing/use-view';

type Props = {
  place: Place;
  path: readonly PathStep[];
  view: View;
  hidden: ReadonlySet<ColumnId>;
  listKind: ListKind;
  /** In place of the path, where there is none. */
  title: string | undefined;
  /** More that can be done with the whole list. */
  tools: ReactNode;
};

/** The path and the view options: in the top bar of a desktop, above the list on a phone. */
export function Toolbar(props: Props) {
  return useIsPhone() ? <PhoneBar {...props} /> : <DesktopBar {...props} />;
}

function DesktopBar({ place, path, view, hidden, listKind, title, tools }: Props) {
  return (
    <Fill name="topbar">
      <div className="flex min-w-0 flex-1 items-center gap-1 ps-2">
        <div className="min-w-0 flex-1">
          {title ? (
            <p className="truncate px-2 text-base font-bold">{title}</p>
          ) : (
            <FolderPath place={place} path={path} />
          )}
        </div>
        {tools}
        {listKind.sorts.length > 0 && <Options view={view} hidden={hidden} listKind={listKind} />}
        <Segmented
          label={t('files.view')}
          hideLabel
          iconsOnly
          value={view.kind}
          onChange={view.setKind}
          segments={[
            { value: 'list', label: t('files.listView'), icon: <List size={18} aria-hidden="true" /> },
            { value: 'grid', label: t('files.gridView'), icon: <LayoutGrid size={17} aria-hidden="true" /> },
          ]}
        />
        <IconButton
          label={t('files.details')}
          aria-pressed={view.details}
          onClick={() => view.setDetails(!view.details)}
        >
          <Info size={19} aria-hidden="true" />
        </IconButton>
        <span aria-hidden="true" className="mx-2 h-6 w-px bg-line" />
      </div>
    </Fill>
  );
}

function PhoneBar({ place, path, view, hidden, listKind, title, tools }: Props) {
  const parent = path.at(-2);
  const other = view.kind === 'list' ? 'grid' : 'list';
  return (
    <div className="flex h-14 shrink-0 items-center gap-0.5 border-b border-line ps-1 pe-1">
      {parent ? (
        <Link
          href={stepHref(place, parent, path.length - 2)}
          aria-label={t('files.parent')}
          className={iconButtonClass()}
        >
          <ArrowRight size={20} aria-hidden="true" className="ltr:rotate-180" />
        </Link>
      ) : (
        <span className="w-3" />
      )}
      <h1 className="min-w-0 flex-1 truncate text-start text-base font-bold">
        <bdi>{title ?? stepName(path.at(-1), place)}</bdi>
      </h1>
      {tools}
      {listKind.sorts.length > 0 && <Options view={view} hidden={hidden} listKind={listKind} />}
      <IconButton
        label={other === 'grid' ? t('files.gridView') : t('files.listView')}
        onClick={() => view.setKind(other)}
      >
        {other === 'grid' ? <LayoutGrid size={19} aria-hidden="true" /> : <List size={20} aria-hidden="true" />}
      </IconButton>
      <IconButton label={t('files.details')} onClick={() => view.setDetails(true)}>
        <Info size={19} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

const fields: ReadonlyArray<readonly [SortField, () => string]> = [
  ['trashed_at', () => t('files.columnTrashedAt')],
  ['name', () => t('files.columnName')],
  ['size', () => t('files.columnSize')],
  ['type', () => t('files.columnType')],
  ['created_at', () => t('files.columnCreatedAt')],
  ['last_modified_at', () => t('files.columnModifiedAt')],
];

function Options({ view, hidden, listKind }: Pick<Props, 'view' | 'hidden' | 'listKind'>) {
  const phone = useIsPhone();
  const { sort, setSort } = view;
  const entries: MenuEntry[] = [
    ...fields
      .filter(([field]) => listKind.sorts.includes(field))
      .map(([field, label]) => ({
        id: field,
        label: label(),
        checked: sort.field === field,
        onSelect: () => setSort({ ...sort, field }),
      })),
    'separator',
    {
      id: 'up',
      label: t('files.ascending'),
      checked: sort.order === 1,
      onSelect: () => setSort({ ...sort, order: 1 }),
    },
    {
      id: 'down',
      label: t('files.descending'),
      checked: sort.order === -1,
      onSelect: () => setSort({ ...sort, order: -1 }),
    },
  ];
  if (view.kind === 'list' && !phone && listKind.id === 'directory') {
    entries.push('separator', { id: 'columns', label: t('files.columns'), items: columnEntries(hidden) });
  }
  return (
    <Menu
      label={t('files.options')}
      align="end"
      entries={entries}
      trigger={
        <button type="button" aria-label={t('files.options')} title={t('files.options')} className={iconButtonClass()}>
          <SlidersHorizontal size={18} aria-hidden="true" />
        </button>
      }
    />
  );
}

function columnEntries(hidden: ReadonlySet<ColumnId>): MenuEntry[] {
  return COLUMNS.map(({ id, label }) => ({
    id,
    label: t(label),
    checked: !hidden.has(id),
    onSelect: () => {
      const next = new Set(hidden);
      if (!next.delete(id)) next.add(id);
      changePreferences({ hidden: next });
    },
  }));
}
