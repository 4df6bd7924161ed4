import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { t } from '~/i18n';
import { IconButton } from '~/kit/icon-button';
import { Menu } from '~/kit/menu';
import type { MenuEntry } from '~/kit/menu-items';
import { givenNames, withoutName } from './book/names';
import { cellName } from './formula/address';
import type { SheetController } from './grid/sheet-controller';
import { chosenName, goOrName, goToName } from './grid/naming';

/** Says which cells are chosen, goes to others by their address or name, and gives the chosen ones a name. */
export function NameBox({ controller }: { controller: SheetController }) {
  const { editing } = controller;
  const [text, setText] = useState<string | null>(null);
  const name = editing ? cellName(editing.row, editing.column) : chosenName(controller);
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
          if (event.key === 'Escape') controller.focus();
          if (event.key !== 'Enter' || !text?.trim()) return;
          const problem = goOrName(controller, text);
          if (problem) controller.note(problem);
          else controller.focus();
        }}
        className="h-8 w-20 bg-transparent px-2 text-center text-sm! outline-none sm:w-28"
      />
      <Menu
        label={t('sheets.names')}
        entries={entriesOf(controller)}
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

function entriesOf(controller: SheetController): MenuEntry[] {
  const { book } = controller.session;
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
      onSelect: () => void controller.applyChanges([{ kind: 'names', names: withoutName(book, name) }]),
    })),
  };
  return [
    ...names.map((name, at) => ({
      id: keyOf(at),
      label: name.name,
      hint: hintOf(name.formula, name.sheet),
      onSelect: () => {
        if (!goToName(controller, name)) controller.note('nameIsNoRange');
      },
    })),
    ...(controller.canEdit ? (['separator', remove] as const) : []),
  ];
}
