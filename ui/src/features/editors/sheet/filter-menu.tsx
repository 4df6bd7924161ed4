import { useMemo, useState } from 'react';
import { num, t } from '~/i18n';
import { Button } from '~/kit/button';
import { Checkbox } from '~/kit/checkbox';
import { foldWords } from '~/kit/find-words';
import type { MenuEntry } from '~/kit/menu-items';
import { Popover } from '~/kit/popover';
import { SearchField } from '~/kit/search-field';
import { choices, filterBy, unfilter, type Choice } from './book/filter';
import { orderOf } from './book/sort';
import { isWithin } from './formula/address';
import type { SheetController } from './grid/sheet-controller';
import { toggleFilter } from './grid/lines';
import { shownText } from './grid/shown';

/** So many values are listed; the others are found by words. */
const MOST_LISTED = 300;

type Props = { controller: SheetController; column: number; onClose: () => void };

/** The values of a column, of which some are shown. */
export function FilterMenu({ controller, column, onClose }: Props) {
  const { sheet } = controller;
  return (
    <Popover
      open
      onOpenChange={(open) => !open && onClose()}
      label={t('sheets.filterColumn')}
      anchor={() => document.querySelector(`[data-filter-column="${column}"]`)}
    >
      {sheet.filter && (
        <Values key={`${sheet.id}-${column}`} controller={controller} column={column} onClose={onClose} />
      )}
    </Popover>
  );
}

function useValues({ sheet, session }: SheetController, column: number) {
  const { epoch } = session.book;
  return useMemo(() => {
    const all = sheet.filter ? choices(sheet, sheet.filter, column, epoch) : [];
    return all
      .map((choice) => ({ ...choice, shown: choice.cell && choice.name ? shownText(choice.cell, epoch) : '' }))
      .sort((a, b) => orderOf(a.cell?.value ?? null, b.cell?.value ?? null))
      .map((choice) => ({ ...choice, shown: choice.shown || t('sheets.blanks') }));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- as they are when it opens
  }, [sheet, column, epoch]);
}

const pickedNames = (all: readonly Choice[]) => new Set(all.filter(({ chosen }) => chosen).map(({ name }) => name));

function Values({ controller, column, onClose }: Props) {
  const { sheet, session } = controller;
  const all = useValues(controller, column);
  const [words, setWords] = useState('');
  const [picked, setPicked] = useState(() => pickedNames(all));
  const sought = foldWords(words);
  const found = sought ? all.filter(({ shown, text = '' }) => foldWords(`${shown} ${text}`).includes(sought)) : all;
  const count = found.filter(({ name }) => picked.has(name)).length;
  const handleSearch = (next: string) => {
    setWords(next);
    const folded = foldWords(next);
    setPicked(
      folded
        ? new Set(
            all.filter(({ shown, text = '' }) => foldWords(`${shown} ${text}`).includes(folded)).map((of) => of.name),
          )
        : pickedNames(all),
    );
  };
  const pick = (name: string, on: boolean) => {
    const next = new Set(picked);
    if (on) next.add(name);
    else next.delete(name);
    setPicked(next);
  };
  const { epoch } = session.book;
  const apply = (chosen: readonly Choice[] | null) => {
    controller.applyChanges(chosen ? filterBy(sheet, column, chosen, epoch) : unfilter(sheet, epoch, column));
    onClose();
    controller.focus();
  };
  return (
    <form
      className="grid w-64 gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const chosen = found.filter(({ name }) => picked.has(name));
        if (chosen.length > 0) apply(chosen.length === all.length ? null : chosen);
      }}
    >
      <SearchField label={t('sheets.filterSearch')} value={words} onChange={handleSearch} />
      <div className="scroll-thin max-h-64 overflow-y-auto rounded-control px-2 ring-1 ring-line ring-inset">
        {found.length > 0 ? (
          <Checkbox
            label={t('sheets.filterAll')}
            checked={count === found.length}
            indeterminate={count > 0 && count < found.length}
            onChange={(on) => setPicked(new Set(on ? found.map(({ name }) => name) : []))}
            className="border-b border-line font-semibold"
          />
        ) : (
          <p className="py-3 text-center text-sm text-muted">{t('sheets.filterNone')}</p>
        )}
        {found.slice(0, MOST_LISTED).map(({ name, shown }) => (
          <Checkbox
            key={name}
            label={shown}
            checked={picked.has(name)}
            onChange={(on) => pick(name, on)}
            className="min-h-8! text-sm wrap-anywhere pointer-coarse:min-h-10!"
          />
        ))}
        {found.length > MOST_LISTED && (
          <p className="py-2 text-xs text-muted">{t('sheets.filterMore', { n: num(found.length - MOST_LISTED) })}</p>
        )}
      </div>
      <div className="flex justify-between gap-2">
        <Button onClick={() => apply(null)}>{t('sheets.filterClear')}</Button>
        <Button kind="solid" type="submit" disabled={count === 0}>
          {t('sheets.apply')}
        </Button>
      </div>
    </form>
  );
}

/** A filter for the chosen rows or those around the chosen cell, and what it does. */
export function filterEntries(controller: SheetController): MenuEntry[] {
  const { sheet, selection, session } = controller;
  const { filter } = sheet;
  const { column } = selection.anchor;
  const { epoch } = session.book;
  return [
    {
      id: 'toggle',
      label: filter ? t('sheets.filterOff') : t('sheets.filterOn'),
      shortcut: 'Ctrl+Shift+L',
      onSelect: () => toggleFilter(controller),
    },
    {
      id: 'column',
      label: t('sheets.filterColumn'),
      shortcut: 'Alt+↓',
      disabled: !filter || !isWithin(filter.area, filter.area.top, column),
      onSelect: () => controller.filterColumn(column),
    },
    {
      id: 'clear',
      label: t('sheets.filterShowAll'),
      disabled: !filter?.columns.length,
      onSelect: () => controller.applyChanges(unfilter(sheet, epoch)),
    },
  ];
}
