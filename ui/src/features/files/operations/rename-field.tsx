import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { t } from '~/i18n';
import type { Entry } from '../listing/entry';
import { setRenaming, stemLength } from './renaming';
import { withOperations } from './with-operations';

const keep = (event: { stopPropagation: () => void }) => event.stopPropagation();
// Events in the field must not reach the list.
const own = { onClick: keep, onDblClick: keep, onPointerDown: keep, onContextMenu: keep };

/** Edits the name of an entry in the list. Enter or leaving the field saves it, Escape cancels. */
export function RenameField({ spaceId, entry }: { spaceId: string; entry: Entry }) {
  const input = useRef<HTMLInputElement>(null);
  const over = useRef(false);
  const stem = useRef(stemLength(entry.name, entry.kind));
  useLayoutEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.setSelectionRange(0, stem.current);
  }, []);

  const finish = (take: boolean) => {
    if (over.current) return;
    over.current = true;
    const name = input.current?.value.trim() ?? '';
    setRenaming(null);
    if (take && name && name !== entry.name) withOperations(({ rename }) => rename(spaceId, entry, name));
    document.querySelector<HTMLElement>('[data-entries]')?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Enter') finish(true);
    else if (event.key === 'Escape') finish(false);
    else return;
    event.preventDefault();
  };
  return (
    <input
      ref={input}
      dir="auto"
      defaultValue={entry.name}
      aria-label={t('files.newName')}
      spellCheck={false}
      autoComplete="off"
      data-part="rename"
      draggable={false}
      onKeyDown={onKeyDown}
      onBlur={() => finish(true)}
      {...own}
      className="h-8 w-full min-w-0 rounded-lg border border-brand bg-surface px-2 font-medium outline-2 -outline-offset-1 outline-brand select-text"
    />
  );
}
