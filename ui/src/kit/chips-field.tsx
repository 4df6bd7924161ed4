import { X } from 'lucide-react';
import { useId, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { cx } from './cx';
import { SuggestionList, suggestionId, type FieldSuggestion } from './suggestion-list';

type Props = {
  label: string;
  hint?: string;
  values: readonly string[];
  onChange: (values: string[]) => void;
  /** The form a text is kept in: "  A@B.com " is the same as "a@b.com". */
  clean: (text: string) => string;
  /** The message about a text that is invalid beside the present values, or null. */
  problemOf: (text: string, values: readonly string[]) => string | null;
  removeLabel: (value: string) => string;
  /** Tells whether the field holds a text that is not taken yet. */
  onPending?: (pending: boolean) => void;
  /** What the text in the field may mean; `onText` tells the text. */
  suggestions?: readonly FieldSuggestion[];
  onText?: (text: string) => void;
  placeholder?: string;
  inputMode?: 'email' | 'text';
};

const separators = /[\s,;،؛]+/;

/** Several short texts: Enter, a comma or leaving the field takes the written one; a pasted list is split. */
export function ChipsField(props: Props) {
  const { label, hint, values, onChange, clean, problemOf, removeLabel, onPending, onText } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const offered = useOffered(text, props.suggestions?.filter(({ value }) => !values.includes(value)) ?? []);
  const write = (next: string, wrong: string | null) => {
    setText(next);
    setProblem(wrong);
    onPending?.(next.trim() !== '');
    onText?.(next);
    offered.reopen();
  };
  const choose = (value: string) => {
    onChange([...values, value]);
    write('', null);
  };

  /** Takes the valid texts; invalid ones stay in the field. */
  const addTexts = (written: string) => {
    const kept = [...values];
    const left: string[] = [];
    let wrong: string | null = null;
    for (const part of written.split(separators).filter(Boolean)) {
      const value = clean(part);
      const why = problemOf(value, kept);
      if (why) {
        wrong ??= why;
        left.push(part);
      } else kept.push(value);
    }
    if (kept.length > values.length) onChange(kept);
    write(left.join(' '), wrong);
  };

  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    offered.handleKey(event);
    if (event.defaultPrevented) return;
    const { chosen } = offered;
    // A whole address counts as it is written.
    if (event.key === 'Enter' && chosen && (offered.moved || problemOf(clean(text), values))) {
      event.preventDefault();
      choose(chosen.value);
      return;
    }
    if (event.key === 'Enter' && text.trim()) {
      event.preventDefault();
      addTexts(text);
    } else if (event.key === 'Backspace' && text === '' && values.length > 0) onChange(values.slice(0, -1));
  };
  const handlePaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData?.getData('text') ?? '';
    if (!separators.test(pasted.trim())) return;
    event.preventDefault();
    addTexts(`${text} ${pasted}`);
  };
  return (
    <div className="grid min-w-0 gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <div
        ref={box}
        data-chips={values.join(' ')}
        className={cx(
          'flex min-h-10 w-full flex-wrap items-center gap-1.5 rounded-control border bg-surface px-1.5 py-1 transition pointer-coarse:min-h-11',
          'focus-within:border-brand focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-brand',
          problem ? 'border-danger' : 'border-edge hover:border-fg/60',
        )}
      >
        {values.length > 0 && (
          <ul className="contents">
            {values.map((value) => (
              <li key={value} className="flex max-w-full items-center rounded-md bg-brand-soft ps-2.5 text-brand">
                <bdi dir="ltr" className="min-w-0 truncate">
                  {value}
                </bdi>
                <button
                  type="button"
                  aria-label={removeLabel(value)}
                  onClick={() => onChange(values.filter((other) => other !== value))}
                  className="grid size-7 shrink-0 place-items-center rounded-md hover:bg-hover pointer-coarse:size-9"
                >
                  <X size={14} aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
        )}
        <input
          id={id}
          dir="ltr"
          value={text}
          inputMode={props.inputMode}
          {...(props.suggestions && {
            role: 'combobox',
            'aria-autocomplete': 'list' as const,
            'aria-expanded': offered.open,
            'aria-controls': `${id}-list`,
            'aria-activedescendant': offered.open ? suggestionId(`${id}-list`, offered.active) : undefined,
          })}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          placeholder={values.length === 0 ? props.placeholder : undefined}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem || hint ? `${id}-note` : undefined}
          onChange={(event) => {
            const next = event.currentTarget.value;
            if (/[,;،؛]$/.test(next) && next.trim().length > 1) addTexts(next);
            else write(next, null);
          }}
          onKeyDown={handleKeyDown}
          onPaste={handlePaste}
          onBlur={() => {
            offered.close();
            if (text.trim()) addTexts(text);
          }}
          // As wide as the text, so that a long one gets a line of its own.
          className="h-7 max-w-full min-w-32 flex-auto bg-transparent [field-sizing:content] px-1.5 outline-none placeholder:text-muted rtl:text-end"
        />
      </div>
      {offered.open && (
        <SuggestionList
          id={`${id}-list`}
          label={label}
          anchor={box}
          suggestions={offered.all}
          active={offered.active}
          onChoose={choose}
          onClose={offered.close}
        />
      )}
      {problem ? (
        <p id={`${id}-note`} role="alert" className="text-xs text-danger">
          {problem}
        </p>
      ) : (
        hint && (
          <p id={`${id}-note`} className="text-xs text-muted">
            {hint}
          </p>
        )
      )}
    </div>
  );
}

/** The suggestions for a text: open until they are put away or another text is written, with one that Enter takes. */
function useOffered(text: string, all: readonly FieldSuggestion[]) {
  const [closed, setClosed] = useState(false);
  const [place, setPlace] = useState({ text: '', at: 0 });
  const open = text.trim() !== '' && !closed && all.length > 0;
  const moved = place.text === text;
  const active = Math.min(moved ? place.at : 0, all.length - 1);
  const close = () => setClosed(true);
  const reopen = () => setClosed(false);
  /** Prevents the default of a key that is one of the list's. */
  const handleKey = (event: KeyboardEvent) => {
    if (!open) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined && event.key !== 'Escape') return;
    event.preventDefault();
    // The dialog around the field stays.
    event.stopPropagation();
    if (step === undefined) close();
    else setPlace({ text, at: (active + step + all.length) % all.length });
  };
  return { all, open, moved, active, chosen: open ? all[active] : undefined, close, reopen, handleKey };
}
