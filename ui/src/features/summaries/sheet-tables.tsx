import type { SheetSummary } from '~/api/types';
import { num, t } from '~/i18n';

/** Of a sum; more is noise of binary fractions. */
const FRACTION = 2;

/** The sheets of a workbook: their columns, with counts and totals. */
export function SheetTables({ sheets }: { sheets: readonly SheetSummary[] }) {
  return (
    <div className="grid gap-6">
      {sheets.map((sheet) => (
        <section key={sheet.place} className="grid gap-2">
          <h3 className="text-start font-semibold wrap-anywhere">
            <bdi>{sheet.name || t('summaries.table')}</bdi>
            <span className="ms-2 text-xs font-normal text-muted">
              {t('summaries.rows', { n: sheet.rows })}
              {sheet.cut && ` ${t('summaries.cut')}`}
            </span>
          </h3>
          <Columns columns={sheet.columns} />
        </section>
      ))}
    </div>
  );
}

function Columns({ columns }: Pick<SheetSummary, 'columns'>) {
  return (
    <table className="w-full text-sm">
      <thead>
        <tr className="border-b border-line text-xs text-muted">
          <th className="py-1.5 text-start font-medium">{t('summaries.column')}</th>
          <th className="py-1.5 ps-3 text-end font-medium">{t('summaries.count')}</th>
          <th className="py-1.5 ps-3 text-end font-medium">{t('summaries.total')}</th>
        </tr>
      </thead>
      <tbody>
        {columns.map((column, index) => (
          <tr key={index} className="border-b border-line/60 last:border-0">
            <th scope="row" className="py-1.5 text-start font-normal wrap-anywhere">
              <bdi>{column.name || t('summaries.unnamed')}</bdi>
            </th>
            <td className="py-1.5 ps-3 text-end text-muted tabular-nums">{num(column.count)}</td>
            <td className="py-1.5 ps-3 text-end font-medium tabular-nums">
              {column.sum === null ? '–' : num(Number(column.sum.toFixed(FRACTION)))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
