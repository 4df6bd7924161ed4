import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { t } from '~/i18n';
import { IconButton } from '~/kit/icon-button';
import { Menu } from '~/kit/menu';
import type { MenuEntry } from '~/kit/menu-items';
import { givenNames, withoutName } from './book/names';
import { cellName } from './formula/address';
import type { Desk } from './grid/desk';
import { chosenName, goOrName, goToName } from './grid/naming';

/** Says which cells are chosen, goes to others by their address or name, and gives the chosen ones a name. */
export function NameBox({ desk }: { desk: Desk }) {
  const { editing } = desk;
  const [text, setText] = useState<string | null>(null);
  const name = editing ? cellName(editing.row, editing.column) : chosenName(desk);
  return (
    <div className="flex shrink-0 items-center rounded-control ring-1 ring-line ring-inset focus-within:ring-2 focus-within:ring-brand">
      <input
        aria-label={t('sheets.nameBox')}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        value={text ?? name}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => setText(null)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Escape') desk.focus();
          if (event.key !== 'Enter' || !text?.trim()) return;
          const problem = goOrName(desk, text);
          if (problem) desk.note(problem);
          else desk.focus();
        }}
        className="h-8 w-20 bg-transparent px-2 text-center text-sm! outline-none sm:w-28"
      />
      <Menu
        label={t('sheets.names')}
        entries={entriesOf(desk)}
        trigger={
          <IconButton label={t('sheets.names')}>
            <ChevronDown size={14} aria-hidden="true" />
          </IconButton>
        }
      />
    </div>
  );
}

const keyOf = (at: number) => `name-${at}`;

function entriesOf(desk: Desk): MenuEntry[] {
  const { book } = desk.session;
  const names = givenNames(book);
  if (names.length === 0)
    return [{ id: 'none', label: t('sheets.noNames'), hint: t('sheets.nameHint'), disabled: true }];
  const hintOf = (formula: string, sheet: string | undefined) =>
    sheet === undefined ? formula : `${formula} (${book.sheets.find(({ id }) => id === sheet)?.name ?? ''})`;
  const remove: MenuEntry = {
    id: 'delete',
    label: t('sheets.deleteName'),
    items: names.map((name, at) => ({
      id: keyOf(at),
      label: name.name,
      hint: hintOf(name.formula, name.sheet),
      danger: true,
      onSelect: () => void desk.act([{ kind: 'names', names: withoutName(book, name) }]),
    })),
  };
  return [
    ...names.map((name, at) => ({
      id: keyOf(at),
      label: name.name,
      hint: hintOf(name.formula, name.sheet),
      onSelect: () => {
        if (!goToName(desk, name)) desk.note('nameIsNoRange');
      },
    })),
    ...(desk.canEdit ? (['separator', remove] as const) : []),
  ];
}
