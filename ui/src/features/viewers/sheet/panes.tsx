import type { ReactNode } from 'react';
import { Cells, HEAD_HEIGHT, HEAD_WIDTH, Layer, type Part, type Shown } from './cells';
import { ColumnHeads, RowHeads } from './heads';
import type { Span } from './use-window';

type Props = Shown & {
  seen: { readonly rows: Span; readonly columns: Span };
  /** Content over the cells of each part, in their places. */
  over?: ReactNode;
  columnEdge?: ((number: number) => ReactNode) | undefined;
  rowEdge?: ((number: number) => ReactNode) | undefined;
};

const after = (span: Span, fixed: number): Span => ({ from: Math.max(span.from, fixed + 1), until: span.until });

/** The cells in sight, those that are frozen at the edges, and the heads. */
export function SheetPanes(props: Props) {
  const { rows, columns, frozen, seen, chosen, over } = props;
  const fixed = { rows: Math.min(frozen[0], rows.count), columns: Math.min(frozen[1], columns.count) };
  const top = { from: 1, until: fixed.rows };
  const side = { from: 1, until: fixed.columns };
  const body = { rows: after(seen.rows, fixed.rows), columns: after(seen.columns, fixed.columns) };
  const layer = (area: Part) => (
    <>
      <Cells {...props} area={area} />
      {over}
    </>
  );
  return (
    <div
      role="presentation"
      className="grid *:[grid-area:1/1] *:self-start *:justify-self-start"
      style={{
        width: HEAD_WIDTH + columns.at(columns.count + 1),
        height: HEAD_HEIGHT + rows.at(rows.count + 1),
      }}
    >
      <Layer rows={rows} columns={columns}>
        {layer({ rows: body.rows, columns: body.columns })}
      </Layer>
      {fixed.columns > 0 && (
        <Layer rows={rows} columns={columns} side={fixed.columns}>
          {layer({ rows: body.rows, columns: side })}
        </Layer>
      )}
      {fixed.rows > 0 && (
        <Layer rows={rows} columns={columns} top={fixed.rows}>
          {layer({ rows: top, columns: body.columns })}
        </Layer>
      )}
      {fixed.rows > 0 && fixed.columns > 0 && (
        <Layer rows={rows} columns={columns} top={fixed.rows} side={fixed.columns}>
          {layer({ rows: top, columns: side })}
        </Layer>
      )}
      <ColumnHeads
        columns={columns}
        seen={seen.columns}
        fixed={fixed.columns}
        chosen={[chosen.left, chosen.right]}
        edge={props.columnEdge}
      />
      <RowHeads
        rows={rows}
        seen={seen.rows}
        fixed={fixed.rows}
        chosen={[chosen.top, chosen.bottom]}
        edge={props.rowEdge}
      />
      <div
        aria-hidden="true"
        data-head-all=""
        className="sticky start-0 top-0 z-30 border-e border-b border-line bg-sunken"
        style={{ width: HEAD_WIDTH, height: HEAD_HEIGHT }}
      />
    </div>
  );
}
