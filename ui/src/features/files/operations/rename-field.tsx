import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { t } from '~/i18n';
import { cx } from '~/kit/cx';
import type { Entry } from '../listing/entry';
import { nameHint } from './name-hint';
import { sendFromList } from './refused-name';
import { setRenaming, stemLength, type RefusedName } from './renaming';

const keep = (event: { stopPropagation: () => void }) => event.stopPropagation();
// Events in the field must not reach the list.
const own = { onClick: keep, onDblClick: keep, onPointerDown: keep, onContextMenu: keep };

type Props = { spaceId: string; entry: Entry; /** What was tried before. */ refused: RefusedName | undefined };

/**
 * Edits the name of an entry in the list. Enter or leaving the field saves it, Escape cancels. The name is shown at once; one that the
 * server refuses comes back into the field, with the reason below. Leaving the field with it gives up.
 */
export function RenameField({ spaceId, entry, refused }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  const stem = useRef(stemLength(refused?.name ?? entry.name, entry.kind));
  const [problem, setProblem] = useState(refused?.reason ?? '');
  const [hint, setHint] = useState<string>();
  const note = problem || hint;
  useLayoutEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.setSelectionRange(0, stem.current);
  }, []);

  const close = () => {
    if (isOver.current) return;
    isOver.current = true;
    const inside = document.activeElement === input.current || document.activeElement === document.body;
    setRenaming(null);
    if (inside) document.querySelector<HTMLElement>('[data-entries]')?.focus({ preventScroll: true });
  };
  const finish = (take: boolean, leaving: boolean) => {
    const name = input.current?.value.trim() ?? '';
    if (isOver.current) return;
    close();
    if (!take || !name || name === entry.name || (leaving && name === refused?.name)) return;
    sendFromList(t('files.newName'), name, ({ rename }) => rename(spaceId, entry, name), entry);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Enter') finish(true, false);
    else if (event.key === 'Escape') finish(false, false);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        ref={input}
        dir="auto"
        defaultValue={refused?.name ?? entry.name}
        aria-label={t('files.newName')}
        aria-invalid={problem ? true : undefined}
        aria-describedby={note ? 'rename-note' : undefined}
        spellCheck={false}
        autoComplete="off"
        data-part="rename"
        draggable={false}
        onKeyDown={handleKeyDown}
        onChange={(event) => {
          const name = event.currentTarget.value;
          setProblem('');
          setHint(name === entry.name ? undefined : nameHint(name));
        }}
        onBlur={() => finish(true, true)}
        {...own}
        className="h-8 w-full min-w-0 rounded-lg border border-brand bg-surface px-2 font-medium outline-2 -outline-offset-1 outline-brand select-text aria-invalid:border-danger aria-invalid:outline-danger"
      />
      {note && <Note key={problem ? 'problem' : 'hint'} text={note} problem={Boolean(problem)} field={input.current} />}
    </>
  );
}

/** The reason, or a hint, below the field, above everything: rows and cards cut off what is larger than they are. */
function Note({ text, problem, field }: { text: string; problem: boolean; field: HTMLElement | null }) {
  const note = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    const element = note.current;
    const at = field?.getBoundingClientRect();
    if (!element || !at) return;
    element.showPopover?.();
    const start = document.dir === 'rtl' ? innerWidth - at.right : at.left;
    Object.assign(element.style, { insetBlockStart: `${at.bottom + 4}px`, insetInlineStart: `${start}px` });
  }, [field]);
  return (
    <p
      ref={note}
      id="rename-note"
      role={problem ? 'alert' : 'status'}
      popover="manual"
      className={cx(
        'fixed m-0 w-fit max-w-80 rounded-lg border border-line bg-raised px-3 py-1.5 text-xs text-pretty shadow-pop',
        problem ? 'text-danger' : 'text-muted',
      )}
    >
      {text}
    </p>
  );
}
