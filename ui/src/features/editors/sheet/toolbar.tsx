import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  AlignVerticalJustifyCenter,
  AlignVerticalJustifyEnd,
  AlignVerticalJustifyStart,
  Baseline,
  Bold,
  ChartColumn,
  ChevronDown,
  DecimalsArrowLeft,
  DecimalsArrowRight,
  Grid2x2,
  Italic,
  ListFilter,
  PaintBucket,
  Printer,
  Redo2,
  Search,
  Sigma,
  Snowflake,
  Strikethrough,
  TableCellsMerge,
  TableProperties,
  Underline,
  Undo2,
  WrapText,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { num, t } from '~/i18n';
import { cx } from '~/kit/cx';
import { IconButton } from '~/kit/icon-button';
import { Menu } from '~/kit/menu';
import type { MenuEntry } from '~/kit/menu-items';
import { Tooltip } from '~/kit/tooltip';
import { borderEntries } from './border-menu';
import { ColorMenu } from './colors';
import { filterEntries } from './filter-menu';
import { formats, withDecimals } from './formats';
import { chartEntries } from './grid/charting';
import type { SheetController } from './grid/sheet-controller';
import { printEntries } from './print/actions';
import { fontEntries, freezeEntries, lineEntries, sizeEntries, USUAL_SIZE } from './menus';

function Divider() {
  return <span aria-hidden="true" className="mx-1 h-6 w-px shrink-0 bg-line" />;
}

type ToggleProps = {
  label: string;
  on: boolean | undefined;
  onChange: (on: true | undefined) => void;
  children: ReactNode;
};

function Toggle({ label, on = false, onChange, children }: ToggleProps) {
  return (
    <IconButton label={label} aria-pressed={on} onClick={() => onChange(on ? undefined : true)}>
      {children}
    </IconButton>
  );
}

const menuButton =
  'control-height inline-flex shrink-0 items-center gap-1.5 rounded-control px-2 text-sm text-fg transition hover:bg-hover data-popup-open:bg-hover disabled:opacity-40';

/** A button with an icon, a word where there is room, and a menu. */
function MenuButton({
  label,
  icon,
  word,
  entries,
}: {
  label: string;
  icon?: ReactNode;
  word?: string;
  entries: readonly MenuEntry[];
}) {
  return (
    <Menu
      label={label}
      entries={entries}
      trigger={
        <button type="button" aria-label={word ? `${label}: ${word}` : label} data-tip={label} className={menuButton}>
          {icon}
          {word && <span className="max-w-28 truncate">{word}</span>}
          <ChevronDown size={14} aria-hidden="true" className="text-muted" />
        </button>
      }
    />
  );
}

const size = 18;

/** The tools for the chosen cells. */
export function Toolbar({
  controller,
  onFind,
  onSize,
  onSetUp,
}: {
  controller: SheetController;
  onFind: () => void;
  onSize: (axis: 'rows' | 'columns') => void;
  onSetUp: () => void;
}) {
  const { look, session } = controller;
  const format = formats.find(({ code }) => code === look.numFmt);
  return (
    <div
      role="toolbar"
      aria-label={t('sheets.tools')}
      className="scroll-thin flex shrink-0 items-center gap-0.5 overflow-x-auto border-b border-line bg-surface px-2 py-1 [scrollbar-width:none] print:hidden sm:px-3"
    >
      <IconButton label={t('sheets.undo')} disabled={!session.canUndo} onClick={() => controller.undo()}>
        <Undo2 size={size} aria-hidden="true" className="rtl:-scale-x-100" />
      </IconButton>
      <IconButton label={t('sheets.redo')} disabled={!session.canRedo} onClick={() => controller.redo()}>
        <Redo2 size={size} aria-hidden="true" className="rtl:-scale-x-100" />
      </IconButton>
      <Divider />
      <MenuButton
        label={t('sheets.format')}
        word={format ? t(format.key) : (look.numFmt ?? t('sheets.general'))}
        entries={formats.map(({ key, code }) => ({
          id: key,
          label: t(key),
          checked: code === look.numFmt,
          onSelect: () => controller.applyLook({ numFmt: code }),
        }))}
      />
      <IconButton
        label={t('sheets.fewerDecimals')}
        onClick={() => controller.applyLook({ numFmt: withDecimals(look.numFmt, false) })}
      >
        <DecimalsArrowLeft size={size} aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t('sheets.moreDecimals')}
        onClick={() => controller.applyLook({ numFmt: withDecimals(look.numFmt, true) })}
      >
        <DecimalsArrowRight size={size} aria-hidden="true" />
      </IconButton>
      <Divider />
      <MenuButton
        label={t('sheets.font')}
        word={look.font ?? session.book.fonts.usual}
        entries={fontEntries(controller)}
      />
      <MenuButton label={t('sheets.fontSize')} word={num(look.size ?? USUAL_SIZE)} entries={sizeEntries(controller)} />
      <Toggle label={t('sheets.bold')} on={look.bold} onChange={(bold) => controller.applyLook({ bold })}>
        <Bold size={size} aria-hidden="true" />
      </Toggle>
      <Toggle label={t('sheets.italic')} on={look.italic} onChange={(italic) => controller.applyLook({ italic })}>
        <Italic size={size} aria-hidden="true" />
      </Toggle>
      <Toggle
        label={t('sheets.underline')}
        on={look.underline}
        onChange={(underline) => controller.applyLook({ underline })}
      >
        <Underline size={size} aria-hidden="true" />
      </Toggle>
      <Toggle label={t('sheets.strike')} on={look.strike} onChange={(strike) => controller.applyLook({ strike })}>
        <Strikethrough size={size} aria-hidden="true" />
      </Toggle>
      <Colors controller={controller} />
      <MenuButton
        label={t('sheets.borders')}
        icon={<Grid2x2 size={size} aria-hidden="true" className="text-muted" />}
        entries={borderEntries(controller)}
      />
      <Divider />
      <Alignment controller={controller} />
      <Toggle label={t('sheets.wrap')} on={look.wrap} onChange={(wrap) => controller.applyLook({ wrap })}>
        <WrapText size={size} aria-hidden="true" className="rtl:-scale-x-100" />
      </Toggle>
      <IconButton
        label={isMerged(controller) ? t('sheets.divide') : t('sheets.merge')}
        aria-pressed={isMerged(controller)}
        onClick={() => controller.merge()}
      >
        <TableCellsMerge size={size} aria-hidden="true" />
      </IconButton>
      <Divider />
      <MenuButton
        label={t('sheets.functions')}
        icon={<Sigma size={size} aria-hidden="true" className="text-muted" />}
        entries={[
          { id: 'sum', label: t('sheets.sum'), shortcut: 'Alt+=', onSelect: () => controller.sum() },
          { id: 'average', label: t('sheets.average'), onSelect: () => controller.sum('AVERAGE') },
          { id: 'count', label: t('sheets.count'), onSelect: () => controller.sum('COUNT') },
          { id: 'min', label: t('sheets.min'), onSelect: () => controller.sum('MIN') },
          { id: 'max', label: t('sheets.max'), onSelect: () => controller.sum('MAX') },
        ]}
      />
      <MenuButton
        label={t('sheets.rowsAndColumns')}
        icon={<TableProperties size={size} aria-hidden="true" className="text-muted" />}
        entries={lineEntries(controller, onSize)}
      />
      <MenuButton
        label={t('sheets.filter')}
        icon={
          <ListFilter
            size={size}
            aria-hidden="true"
            className={controller.sheet.filter ? 'text-brand' : 'text-muted'}
          />
        }
        entries={filterEntries(controller)}
      />
      <MenuButton
        label={t('sheets.freezeMenu')}
        icon={<Snowflake size={size} aria-hidden="true" className="text-muted" />}
        entries={freezeEntries(controller)}
      />
      <MenuButton
        label={t('sheets.chartInsert')}
        icon={<ChartColumn size={size} aria-hidden="true" className="text-muted" />}
        entries={chartEntries(controller)}
      />
      <MenuButton
        label={t('sheets.printing')}
        icon={<Printer size={size} aria-hidden="true" className="text-muted" />}
        entries={printEntries(controller, onSetUp)}
      />
      <IconButton label={t('sheets.findAndReplace')} onClick={onFind}>
        <Search size={size} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

const isMerged = ({ sheet, selection }: SheetController) =>
  sheet.merges.some(({ top, left }) => top === selection.anchor.row && left === selection.anchor.column);

const colorClass = (className?: string) =>
  cx(
    'icon-size grid shrink-0 place-items-center rounded-control text-muted transition hover:bg-hover hover:text-fg',
    className,
  );

const colorButton = (label: string, color: string | undefined, icon: ReactNode) => (
  <button type="button" aria-label={label} className={colorClass()}>
    <span className="grid justify-items-center gap-px">
      {icon}
      <span className="h-1 w-4.5 rounded-full bg-edge" style={color ? { backgroundColor: `#${color}` } : undefined} />
    </span>
  </button>
);

function Colors({ controller }: { controller: SheetController }) {
  const { look } = controller;
  return (
    <>
      <Tooltip label={t('sheets.textColor')}>
        <span className="contents">
          <ColorMenu
            label={t('sheets.textColor')}
            value={look.color}
            onChange={(color) => controller.applyLook({ color })}
            trigger={colorButton(t('sheets.textColor'), look.color, <Baseline size={16} aria-hidden="true" />)}
          />
        </span>
      </Tooltip>
      <Tooltip label={t('sheets.fillColor')}>
        <span className="contents">
          <ColorMenu
            label={t('sheets.fillColor')}
            value={look.fill}
            onChange={(fill) => controller.applyLook({ fill })}
            trigger={colorButton(t('sheets.fillColor'), look.fill, <PaintBucket size={16} aria-hidden="true" />)}
          />
        </span>
      </Tooltip>
    </>
  );
}

const sides = [
  { side: 'left', key: 'sheets.alignLeft', Icon: AlignLeft },
  { side: 'center', key: 'sheets.alignCenter', Icon: AlignCenter },
  { side: 'right', key: 'sheets.alignRight', Icon: AlignRight },
] as const;

const heights = [
  { side: 'top', key: 'sheets.alignTop', Icon: AlignVerticalJustifyStart },
  { side: 'center', key: 'sheets.alignMiddle', Icon: AlignVerticalJustifyCenter },
  { side: 'bottom', key: 'sheets.alignBottom', Icon: AlignVerticalJustifyEnd },
] as const;

function Alignment({ controller }: { controller: SheetController }) {
  const { look } = controller;
  const chosen = sides.find(({ side }) => side === look.align);
  const Icon = chosen?.Icon ?? (controller.sheet.rtl ? AlignRight : AlignLeft);
  return (
    <MenuButton
      label={t('sheets.align')}
      icon={<Icon size={size} aria-hidden="true" className="text-muted" />}
      entries={[
        ...sides.map(({ side, key, Icon: Picture }) => ({
          id: key,
          label: t(key),
          icon: <Picture size={16} />,
          checked: look.align === side,
          onSelect: () => controller.applyLook({ align: look.align === side ? undefined : side }),
        })),
        'separator' as const,
        ...heights.map(({ side, key, Icon: Picture }) => ({
          id: key,
          label: t(key),
          icon: <Picture size={16} />,
          checked: look.valign === side,
          onSelect: () => controller.applyLook({ valign: look.valign === side ? undefined : side }),
        })),
      ]}
    />
  );
}
