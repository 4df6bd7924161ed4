import { Highlighter, MousePointer2, PenLine, Redo2, Signature, Trash2, Type, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '~/i18n';
import { cx } from '~/kit/cx';
import { IconButton } from '~/kit/icon-button';
import { Tooltip } from '~/kit/tooltip';
import { colorsOf, sizesOf, type Style, type Styled, type Tool } from './colors';
import type { MarksState } from './session';
import { StampMenu } from './stamp';

interface Actions {
  readonly onTool: (tool: Tool) => void;
  readonly onStyle: (kind: Styled, style: Style) => void;
  readonly onPicture: (picture: Blob, alt: string, width: number) => void;
  readonly onSign: () => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onRemove: () => void;
}

const tools = [
  { tool: 'select', label: 'marks.select', Icon: MousePointer2 },
  { tool: 'highlight', label: 'marks.highlight', Icon: Highlighter },
  { tool: 'ink', label: 'marks.ink', Icon: PenLine },
  { tool: 'text', label: 'marks.text', Icon: Type },
] as const;

const toolClass =
  'control-height inline-flex shrink-0 items-center gap-2 rounded-control px-3 text-sm font-medium text-fg transition ' +
  'hover:bg-hover aria-pressed:bg-brand-soft aria-pressed:text-brand data-popup-open:bg-hover ' +
  'disabled:pointer-events-none disabled:opacity-40';

/** The tools; below or beside them the options of the one in use. */
export function MarksBar({ state, ...actions }: { state: MarksState } & Actions) {
  const kind = state.tool === 'select' ? state.chosen : state.tool;
  return (
    <div
      role="toolbar"
      aria-label={t('marks.tools')}
      className="flex flex-wrap items-center gap-x-2 border-b border-line bg-surface px-2 py-1 sm:px-3"
    >
      <div className="scroll-thin flex min-w-0 items-center gap-0.5 overflow-x-auto [scrollbar-width:none]">
        {tools.map(({ tool, label, Icon }) => (
          <button
            key={tool}
            type="button"
            className={toolClass}
            disabled={!state.ready}
            aria-pressed={state.tool === tool}
            onClick={() => actions.onTool(tool)}
          >
            <Icon size={18} aria-hidden="true" />
            {t(label)}
          </button>
        ))}
        <StampMenu className={toolClass} disabled={!state.ready} onPicture={actions.onPicture} />
        <button type="button" className={toolClass} disabled={!state.ready} onClick={actions.onSign}>
          <Signature size={18} aria-hidden="true" />
          {t('marks.sign')}
        </button>
      </div>
      <Steps state={state} {...actions} />
      {kind && <Options kind={kind} style={state.styles[kind]} onStyle={actions.onStyle} />}
    </div>
  );
}

function Divider() {
  return <span aria-hidden="true" className="mx-1 h-6 w-px shrink-0 bg-line" />;
}

type StepsProps = { state: MarksState } & Pick<Actions, 'onUndo' | 'onRedo' | 'onRemove'>;

function Steps({ state, onUndo, onRedo, onRemove }: StepsProps) {
  return (
    <div className="flex items-center max-lg:order-last lg:order-none">
      <span className="max-sm:hidden">
        <Divider />
      </span>
      <IconButton label={t('marks.undo')} disabled={!state.canUndo} onClick={onUndo}>
        <Undo2 size={19} aria-hidden="true" className="rtl:-scale-x-100" />
      </IconButton>
      <IconButton label={t('marks.redo')} disabled={!state.canRedo} onClick={onRedo}>
        <Redo2 size={19} aria-hidden="true" className="rtl:-scale-x-100" />
      </IconButton>
      <IconButton label={t('marks.remove')} disabled={!state.hasChosen} onClick={onRemove}>
        <Trash2 size={18} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

type OptionsProps = { kind: Styled; style: Style; onStyle: Actions['onStyle'] };

function Options({ kind, style, onStyle }: OptionsProps) {
  const sizes = sizesOf[kind];
  return (
    <div className="flex items-center">
      <span className="max-sm:hidden">
        <Divider />
      </span>
      <Radios label={t('marks.color')} name={`${kind}-color`}>
        {colorsOf[kind].map(({ label, value }) => (
          <Choice
            key={value}
            name={`${kind}-color`}
            label={t(label)}
            checked={style.color === value}
            onChange={() => onStyle(kind, { ...style, color: value })}
          >
            <span className="size-5 rounded-full ring-1 ring-black/15" style={{ backgroundColor: value }} />
          </Choice>
        ))}
      </Radios>
      <Divider />
      <Radios label={t(sizes.label)} name={`${kind}-size`}>
        {sizes.steps.map(({ label, value }, step) => (
          <Choice
            key={value}
            name={`${kind}-size`}
            label={t(label)}
            checked={style.size === value}
            onChange={() => onStyle(kind, { ...style, size: value })}
          >
            {kind === 'text' ? (
              <span
                aria-hidden="true"
                className={cx('leading-none font-semibold', ['text-xs', 'text-base', 'text-xl'][step])}
              >
                A
              </span>
            ) : (
              <span aria-hidden="true" className="w-5 rounded-full bg-current" style={{ height: [2, 4, 7][step] }} />
            )}
          </Choice>
        ))}
      </Radios>
    </div>
  );
}

function Radios({ label, name, children }: { label: string; name: string; children: ReactNode }) {
  return (
    <fieldset className="flex items-center gap-0.5">
      <legend className="sr-only" id={name}>
        {label}
      </legend>
      {children}
    </fieldset>
  );
}

type ChoiceProps = { name: string; label: string; checked: boolean; onChange: () => void; children: ReactNode };

function Choice({ name, label, checked, onChange, children }: ChoiceProps) {
  return (
    <Tooltip label={label}>
      <label className="icon-size grid cursor-pointer place-items-center rounded-full text-fg transition hover:bg-hover has-checked:ring-2 has-checked:ring-brand has-checked:ring-inset has-focus-visible:outline-2 has-focus-visible:outline-brand">
        <input type="radio" name={name} aria-label={label} checked={checked} onChange={onChange} className="sr-only" />
        {children}
      </label>
    </Tooltip>
  );
}
