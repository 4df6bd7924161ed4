import { useState, type KeyboardEvent } from 'react';
import { cx } from '~/kit/cx';
import { functionNames } from '../formula/functions';
import type { SheetController } from './sheet-controller';

const MOST = 8;
const NAME = /(?:^=|[=(,;:+\-*/^&<>،؛\s])([a-z][a-z0-9.]*)$/i;

/** The functions whose names begin as the word at the caret does. */
export function useSuggestions(controller: SheetController) {
  const { editing } = controller;
  const [state, setState] = useState({ word: '', chosen: 0, closed: '' });
  const before = editing?.text.startsWith('=') ? editing.text.slice(0, editing.caret) : '';
  const word = NAME.exec(before)?.[1]?.toUpperCase() ?? '';
  const found =
    word && !/^[A-Z]{1,3}\d/.test(word) ? functionNames.filter((name) => name.startsWith(word)).slice(0, MOST) : [];
  const names = state.closed === before && before ? [] : found;
  const chosen = state.word === word ? Math.min(state.chosen, names.length - 1) : 0;
  const insertName = (name: string) => {
    if (!editing) return;
    const from = editing.caret - word.length;
    const rest = editing.text.slice(editing.caret);
    const open = rest.startsWith('(') ? '' : '(';
    controller.type(editing.text.slice(0, from) + name + open + rest, from + name.length + 1, editing.where);
  };
  const runKey = (event: KeyboardEvent): boolean => {
    if (names.length === 0 || !editing) return false;
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by !== 0) {
      setState({ word, chosen: (chosen + by + names.length) % names.length, closed: '' });
      return true;
    }
    const name = names[chosen];
    // Enter keeps what was typed, when it is a name in full.
    if (event.key === 'Tab' && name) {
      insertName(name);
      return true;
    }
    if (event.key !== 'Escape') return false;
    setState({ word, chosen, closed: before });
    return true;
  };
  return { names, chosen, take: insertName, onKeyDown: runKey };
}

type Props = { names: readonly string[]; chosen: number; take: (name: string) => void; where: 'cell' | 'bar' };

export function Suggestions({ names, chosen, take }: Props) {
  return (
    <div
      id="functions"
      role="listbox"
      aria-label="fx"
      dir="ltr"
      className="pop absolute inset-s-0 top-full z-40 mt-1 max-h-64 min-w-40 overflow-y-auto p-1!"
    >
      {names.map((name, index) => (
        <div
          key={name}
          id={`function-${index}`}
          role="option"
          aria-selected={index === chosen}
          onPointerDown={(event) => {
            event.preventDefault();
            take(name);
          }}
          className={cx(
            'rounded-md px-2 py-1 font-mono text-xs',
            index === chosen ? 'bg-brand-soft text-brand' : 'hover:bg-hover',
          )}
        >
          {name}
        </div>
      ))}
    </div>
  );
}
