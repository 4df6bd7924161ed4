import { ArrowRight, Info, LayoutGrid, List, SlidersHorizontal } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { PathStep } from '~/api/types';
import { t, useLang } from '~/i18n';
import { IconButton, iconButtonClass } from '~/kit/icon-button';
import { Menu } from '~/kit/menu';
import type { MenuEntry } from '~/kit/menu-items';
import { SegmentedControl } from '~/kit/segmented-control';
import { cx } from '~/kit/cx';
import { useIsPhone } from '~/kit/use-media';
import { titleClass } from '~/kit/title';
import { COLUMNS, type ColumnId } from '../listing/columns';
import { FolderPath, stepHref, stepName } from './path';
import type { Place } from '~/api/place';
import { changePreferences } from '../listing/preferences';
import { sortFields, sortName } from '../listing/sort-name';
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
  /** How many entries the list has; null until it is known. */
  count: number | null;
  /** More that can be done with the whole list. */
  tools: ReactNode;
};

/** The path and the view options, in a row above the list. */
export const Toolbar = memo(function Toolbar(props: Props) {
  useLang();
  return useIsPhone() ? <PhoneBar {...props} /> : <DesktopBar {...props} />;
});

function DesktopBar({ place, path, view, hidden, listKind, title, count, tools }: Props) {
  return (
    <div data-page-head className="flex h-15 shrink-0 items-center gap-1 border-b border-line ps-4 pe-4">
      <div className="@container flex min-w-0 flex-1 items-baseline gap-2">
        {title ? <p className={cx('truncate px-2', titleClass)}>{title}</p> : <FolderPath place={place} path={path} />}
        {count !== null && (
          // The title needs the room more, beside many tools and an open panel.
          <span className="shrink-0 text-xs text-muted @max-[12rem]:hidden">{t('files.items', { n: count })}</span>
        )}
      </div>
      {tools}
      {listKind.sorts.length > 0 && <Options view={view} hidden={hidden} listKind={listKind} />}
      <SegmentedControl
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
      <IconButton label={t('files.details')} aria-pressed={view.details} onClick={() => view.setDetails(!view.details)}>
        <Info size={19} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

function PhoneBar({ place, path, view, hidden, listKind, title, tools }: Props) {
  const parent = path.at(-2);
  const other = view.kind === 'list' ? 'grid' : 'list';
  return (
    <div data-page-head className="flex h-14 shrink-0 items-center gap-0.5 border-b border-line ps-1 pe-1">
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
      <div className="flex min-w-0 flex-1">
        <h1 dir="auto" className={cx('truncate', titleClass)}>
          {title ?? stepName(path.at(-1), place)}
        </h1>
      </div>
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

function Options({ view, hidden, listKind }: Pick<Props, 'view' | 'hidden' | 'listKind'>) {
  const phone = useIsPhone();
  const { sort, setSort } = view;
  const entries: MenuEntry[] = [
    ...sortFields
      .filter((field) => listKind.sorts.includes(field))
      .map((field) => ({
        id: field,
        label: sortName(field),
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
    stays: true,
    onSelect: () => {
      const next = new Set(hidden);
      if (!next.delete(id)) next.add(id);
      changePreferences({ hidden: next });
    },
  }));
}
