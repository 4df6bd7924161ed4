import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import type { ViewerProps } from '~/api/content';
import { t } from '~/i18n';
import { cx } from '~/kit/cx';
import { foldText } from '~/kit/find-text';
import { parseCsv } from './csv';
import { isRightToLeft } from '~/kit/direction';
import { SheetBar } from './bar';
import type { Place } from './cells';
import { SheetGrid } from './grid';
import { trackOf } from './layout';
import { TextPage } from '../text/text-page';
import { MOST_FOUND, useTextFind } from '../text/use-text-find';
import { WaitingState } from '../waiting-state';

const Editor = lazy(async () => ({ default: (await import('../text/text')).Editor }));

const HEIGHT = 26;
/** Widths of columns, by the longest of the first cells. */
const MEASURED = 200;
const PX_OF_LETTER = 7.5;
const [NARROWEST, WIDEST] = [72, 320];

/** Comma- or tab-separated values as a grid whose first row stays in sight. */
export function TableViewer({ content, name }: ViewerProps) {
  return (
    <TextPage
      content={content}
      label={name}
      views={[
        { value: 'table', label: t('preview.table') },
        { value: 'source', label: t('preview.source') },
      ]}
    >
      {(text, view, isCut) =>
        view === 'table' ? (
          <Table text={text} name={name} isCut={isCut} />
        ) : (
          <Suspense fallback={<WaitingState />}>
            <Editor text={text} name={name} isCut={isCut} />
          </Suspense>
        )
      }
    </TextPage>
  );
}

function Table({ text, name, isCut }: { text: string; name: string; isCut: boolean }) {
  const cells = useMemo(() => parseCsv(text), [text]);
  const [chosen, setChosen] = useState<Place>({ row: 1, column: 1 });
  const columns = useMemo(() => columnsOf(cells), [cells]);
  const rows = useMemo(() => trackOf(Math.max(1, cells.length), HEIGHT, new Map()), [cells]);
  const findPlaces = useMemo(() => finderOf(cells), [cells]);
  const { found, current, bar } = useTextFind<Place>(findPlaces, isCut);
  useEffect(() => {
    if (current) setChosen(current);
  }, [current]);
  const marked = useMemo(() => new Set(found.map(({ row, column }) => `${row}-${column}`)), [found]);
  const at = useCallback(
    (row: number, column: number) => {
      const text = cells[row - 1]?.[column - 1];
      if (!text) return null;
      const isNow = current?.row === row && current.column === column;
      const mark = marked.has(`${row}-${column}`) ? (isNow ? 'found-cell-now' : 'found-cell') : '';
      const head = row === 1 ? 'font-bold' : '';
      return {
        text: text.replaceAll(/\s+/g, ' '),
        stays: true,
        className: cx(head, mark || (row === 1 && 'bg-sunken')),
      };
    },
    [cells, marked, current],
  );
  return (
    <div className="relative flex min-h-0 flex-1 flex-col overflow-hidden rounded-card ring-1 ring-line">
      {bar}
      <SheetBar place={chosen} text={cells[chosen.row - 1]?.[chosen.column - 1] ?? ''} formula={false} />
      <SheetGrid
        label={name}
        rtl={isRightToLeft(cells.slice(0, 5).flat().join(' '))}
        rows={rows}
        columns={columns}
        frozen={[1, 0]}
        merges={[]}
        cellAt={at}
        chosen={chosen}
        onChoose={setChosen}
        reveal={current}
      />
    </div>
  );
}

function columnsOf(cells: string[][]) {
  const widths = new Map<number, number>();
  for (const row of cells.slice(0, MEASURED)) {
    for (const [index, cell] of row.entries()) {
      const width = Math.min(WIDEST, Math.ceil(cell.length * PX_OF_LETTER) + 24);
      widths.set(index + 1, Math.max(widths.get(index + 1) ?? NARROWEST, width));
    }
  }
  return trackOf(Math.max(1, ...widths.keys()), NARROWEST, widths);
}

/** Finds cells, which are folded when the first one is looked for. */
function finderOf(cells: string[][]) {
  let folded: string[][] | null = null;
  return (pattern: RegExp): Place[] => {
    folded ??= cells.map((row) => row.map((cell) => foldText(cell).key));
    const found: Place[] = [];
    for (const [row, keys] of folded.entries()) {
      for (const [column, key] of keys.entries()) {
        if (key.search(pattern) >= 0) found.push({ row: row + 1, column: column + 1 });
        if (found.length >= MOST_FOUND) return found;
      }
    }
    return found;
  };
}
