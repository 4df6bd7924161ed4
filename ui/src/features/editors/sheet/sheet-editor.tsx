import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { faultText } from '~/api/fault';
import { commentsAt } from '~/features/viewers/sheet/comments';
import { CommentLine } from '~/features/viewers/sheet/bar';
import { MissingLine } from '~/features/viewers/sheet/charts';
import { WaitingState } from '~/features/viewers/waiting-state';
import { num, t } from '~/i18n';
import { ContextMenu } from '~/kit/context-menu';
import { toast } from '~/kit/toast';
import type { EditorHandle, EditorProps } from '../port';
import { hasThread } from './book/comments';
import { Session } from './book/session';
import { FilterMenu } from './filter-menu';
import { SheetFinder } from './sheet-finder';
import { FormulaBar } from './formula-bar';
import { cellName } from './formula/address';
import { isError } from './formula/values';
import { SheetController } from './grid/sheet-controller';
import { EditableGrid } from './grid/editable-grid';
import { runKey } from './grid/keys';
import { loadBook, MOST_CELLS, TooLarge } from './load';
import { cellEntries } from './menus';
import { NoteDialog } from './note-dialog';
import { printSheet } from './print/actions';
import { notPrinted } from './print/not-printed';
import { PageDialog } from './print/page-dialog';
import { PrintDialog } from './print/print-dialog';
import { PrintPages } from './print/print-pages';
import { SheetTabs } from './sheet-tabs';
import { SizeDialog } from './size-dialog';
import { StatusBar } from './status-bar';
import { Toolbar } from './toolbar';

/** A workbook as it is edited. */
export function SheetEditor(props: EditorProps) {
  const { opened, readOnly } = props;
  const latest = useRef(props);
  latest.current = props;
  const [controller, setDesk] = useState<SheetController | null>(null);
  const [share, setShare] = useState(0);
  const address = opened.content_url;
  useEffect(() => {
    const stop = new AbortController();
    loadBook(address, setShare, stop.signal)
      .then(({ book, active }) => {
        const next = new SheetController(new Session(book));
        if (active) next.open(active);
        setDesk(next);
      })
      .catch((error: unknown) => {
        if (stop.signal.aborted) return;
        const tooLarge = error instanceof TooLarge;
        latest.current.onFail(
          tooLarge ? t('sheets.tooManyCells', { n: num(MOST_CELLS) }) : faultText(error, 'preview'),
        );
      });
    return () => stop.abort();
  }, [address]);
  // The lease may be lost; the cells stay as they are.
  controller?.allow(!readOnly);
  useEffect(() => {
    if (!controller) return undefined;
    const { session } = controller;
    const handle: EditorHandle = {
      write: async () => {
        const written = session.write();
        return (
          written && {
            body: new Blob([JSON.stringify({ ops: written.ops })], { type: 'application/json' }),
            stamp: written.stamp,
          }
        );
      },
      onSaved: ({ stamp }) => session.acceptSave(stamp),
      onRefused: () => session.rejectSave(),
      commitTyping: (leaves) => (leaves ? controller.leave() : controller.keep()),
      focus: () => controller.focus(),
    };
    latest.current.onHandle(handle);
    latest.current.onShown();
    const keep = () => controller.keep();
    document.addEventListener('visibilitychange', keep);
    addEventListener('pagehide', keep);
    const off = session.onEdit(() => latest.current.onChange());
    session.begin();
    return () => {
      off();
      document.removeEventListener('visibilitychange', keep);
      removeEventListener('pagehide', keep);
      session.end();
      latest.current.onHandle(null);
    };
  }, [controller]);
  if (!controller) {
    return (
      <div className="absolute inset-0">
        <WaitingState />
        <p role="status" className="absolute inset-x-0 bottom-1/3 text-center text-sm text-muted">
          {share > 0.05 && share < 1 ? t('sheets.loading', { share: num(share, { style: 'percent' }) }) : ''}
        </p>
      </div>
    );
  }
  return (
    <Workbook
      controller={controller}
      file={opened.file_name}
      author={props.author}
      onSave={() => latest.current.onSave()}
    />
  );
}

type WorkbookProps = { controller: SheetController; file: string; author: string; onSave: () => void };

function Workbook({ controller, file, author, onSave }: WorkbookProps) {
  useSyncExternalStore(controller.subscribe, controller.snapshot);
  const [finds, setFinds] = useState<'find' | 'replace' | null>(null);
  const [filtering, setFiltering] = useState<number | null>(null);
  const [noting, setNoting] = useState(false);
  const [settingUp, setSettingUp] = useState(false);
  const [askingToPrint, setAskingToPrint] = useState(false);
  const [sizing, setSizing] = useState<'rows' | 'columns' | null>(null);
  useEffect(() => {
    controller.filterColumn = setFiltering;
    controller.askToPrint = () => setAskingToPrint(true);
    controller.note = (note) => toast({ title: t(`sheets.${note}`), kind: 'error' });
  }, [controller]);
  const onNote = useCallback(() => {
    const { row, column } = controller.selection.anchor;
    if (!controller.canEdit || (controller.editing && !controller.commit('stay'))) return;
    if (hasThread(controller.sheet, row, column)) controller.note('noteThread');
    else setNoting(true);
  }, [controller]);
  const entries = useCallback(() => cellEntries(controller, setSizing, onNote), [controller, onNote]);
  const { sheet } = controller;
  const hasDialog = noting || settingUp || askingToPrint || sizing !== null;
  /** Does what Ctrl and a key ask for; whether they ask for something. */
  const runShortcut = (code: string): boolean => {
    if (code === 'KeyF') setFinds('find');
    else if (code === 'KeyH') setFinds('replace');
    else if (code === 'KeyP') printSheet(controller);
    else if (code === 'KeyS') onSave();
    else return false;
    return true;
  };
  return (
    <div
      data-sheet-editor=""
      role="presentation"
      className="absolute inset-0 flex flex-col bg-surface"
      onKeyDownCapture={(event) => {
        // A dialog takes the focus a moment after it opens: until then a key would write over the chosen cell.
        if (!hasDialog || !event.currentTarget.contains(event.target as Node)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      onKeyDown={(event) => {
        if ((event.ctrlKey || event.metaKey) && !event.altKey && runShortcut(event.code)) event.preventDefault();
        else if (event.key === 'F2' && event.shiftKey) {
          onNote();
          event.preventDefault();
        }
        // After a button was pressed, keys are again those of the cells.
        else if (event.target instanceof HTMLButtonElement && !/^(Enter|Tab|Escape| )$/.test(event.key)) {
          if (controller.editing || !runKey(controller, event, 20)) return;
          if (!controller.editing) controller.focus();
          event.preventDefault();
        }
      }}
    >
      {controller.canEdit && (
        <Toolbar
          controller={controller}
          onFind={() => setFinds('replace')}
          onSize={setSizing}
          onSetUp={() => setSettingUp(true)}
        />
      )}
      <FormulaBar controller={controller} />
      <Remark controller={controller} />
      <CommentLine text={commentAt(controller)} />
      <MissingLine missing={sheet.missing} />
      <div className="relative flex min-h-0 flex-1 flex-col">
        {finds && (
          <SheetFinder
            controller={controller}
            replaces={finds === 'replace'}
            onClose={() => {
              setFinds(null);
              controller.focus();
            }}
          />
        )}
        <ContextMenu label={t('sheets.cellMenu')} entries={entries}>
          <div className="flex min-h-0 flex-1 flex-col">
            <EditableGrid controller={controller} label={sheet.name} />
          </div>
        </ContextMenu>
      </div>
      <div className="flex shrink-0 items-center border-t border-line bg-surface max-sm:flex-wrap print:hidden">
        <SheetTabs controller={controller} />
        <StatusBar controller={controller} />
      </div>
      {filtering !== null && (
        <FilterMenu controller={controller} column={filtering} onClose={() => setFiltering(null)} />
      )}
      {noting && <NoteDialog controller={controller} author={author} onClose={() => setNoting(false)} />}
      {settingUp && <PageDialog controller={controller} onClose={() => setSettingUp(false)} />}
      {askingToPrint && (
        <PrintDialog text={notPrinted(sheet, sheet.print.headersFooters)} onClose={() => setAskingToPrint(false)} />
      )}
      <PrintPages controller={controller} file={file} />
      {sizing && <SizeDialog controller={controller} axis={sizing} onClose={() => setSizing(null)} />}
    </div>
  );
}

function commentAt({ sheet, selection: { anchor } }: SheetController): string | undefined {
  const here = sheet.comments.filter(({ r, c }) => r === anchor.row && c === anchor.column);
  return [...commentsAt(here).values()][0];
}

/** A remark on the chosen cell: a formula that reads itself, or that is not computed here. */
function Remark({ controller }: { controller: SheetController }) {
  const { cell, selection, session, sheetId } = controller;
  const text = () => {
    if (controller.sheet.locked) return t('sheets.lockedSheet');
    if (cell?.formula === undefined) return '';
    if (isError(cell.value) && cell.value.code === '#CYCLE!') {
      const { row, column } = selection.anchor;
      const names = session.calc.circleOf(sheetId, row, column).map((at) => cellName(at.row, at.column));
      return names[0] ? t('sheets.cycle', { path: [...names, names[0]].join(' → ') }) : '';
    }
    if (cell.value === null) return session.busy ? '' : t('sheets.leftToExcel');
    return session.calc.hasFixedValue(cell, sheetId) ? t('sheets.notComputed') : '';
  };
  const said = text();
  return (
    <p
      role="status"
      className={said ? 'shrink-0 border-b border-line bg-warning-soft px-3 py-1 text-xs text-warning' : 'sr-only'}
    >
      {said}
    </p>
  );
}
