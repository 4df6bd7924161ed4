import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import type { ViewerProps } from '~/api/content';
import { t } from '~/i18n';
import { parseCsv } from './csv';
import { readsFromTheRight } from './direction';
import { SheetBar } from './sheet-bar';
import type { Place } from './sheet-cells';
import { SheetGrid } from './sheet-grid';
import { trackOf } from './sheet-layout';
import { TextPage } from './text-page';
import { Waiting } from './waiting';

const Editor = lazy(async () => ({ default: (await import('./text')).Editor }));

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
      {(text, view) =>
        view === 'table' ? (
          <Table text={text} name={name} />
        ) : (
          <Suspense fallback={<Waiting />}>
            <Editor text={text} name={name} />
          </Suspense>
        )
      }
    </TextPage>
  );
}

function Table({ text, name }: { text: string; name: string }) {
  const cells = useMemo(() => parseCsv(text), [text]);
  const [chosen, setChosen] = useState<Place>({ row: 1, column: 1 });
  const columns = useMemo(() => columnsOf(cells), [cells]);
  const rows = useMemo(() => trackOf(Math.max(1, cells.length), HEIGHT, new Map()), [cells]);
  const at = useCallback(
    (row: number, column: number) => {
      const found = cells[row - 1]?.[column - 1];
      if (!found) return null;
      return { text: found.replaceAll(/\s+/g, ' '), stays: true, className: row === 1 ? 'font-bold bg-sunken' : '' };
    },
    [cells],
  );
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-card ring-1 ring-line">
      <SheetBar place={chosen} text={cells[chosen.row - 1]?.[chosen.column - 1] ?? ''} formula={false} />
      <SheetGrid
        label={name}
        rtl={readsFromTheRight(cells.slice(0, 5).flat().join(' '))}
        rows={rows}
        columns={columns}
        frozen={[1, 0]}
        merges={[]}
        cellAt={at}
        chosen={chosen}
        onChoose={setChosen}
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
