import { lazy, Suspense, useMemo, useState } from 'react';
import { faultText } from '~/api/fault';
import { TEXT_LIMIT, useText, type ViewerProps } from '~/api/content';
import { num, t } from '~/i18n';
import { size } from '~/i18n/format';
import { Button } from '~/kit/button';
import { cx } from '~/kit/cx';
import { Segmented } from '~/kit/segmented';
import { parseCsv } from './csv';
import { readsFromTheRight } from './direction';
import { Failed } from './failed';
import { Waiting } from './waiting';

const Editor = lazy(async () => ({ default: (await import('./text')).Editor }));

/** Cells of fewer letters stay in one line. */
const SHORT = 32;

/** Rows that are drawn at first, and with each "more". */
const ROWS = 500;

/** Comma- or tab-separated values as a table. Each cell is isolated, so that no text reorders the columns. */
export function TableViewer({ content, name }: ViewerProps) {
  const { data, error, refetch } = useText(content);
  const [view, setView] = useState<'table' | 'source'>('table');
  const rows = useMemo(() => (data ? parseCsv(data.text) : []), [data]);
  if (error) return <Failed text={faultText(error, 'preview')} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return (
    <div data-print className="absolute inset-0 flex flex-col gap-3 px-2 pb-2 sm:px-4 sm:pb-4">
      <div className="flex flex-wrap items-center gap-3 print:hidden">
        <Segmented
          label={name}
          hideLabel
          value={view}
          onChange={setView}
          segments={[
            { value: 'table', label: t('preview.table') },
            { value: 'source', label: t('preview.source') },
          ]}
        />
        <p className="text-xs text-muted">{t('preview.rows', { n: Math.max(0, rows.length - 1) })}</p>
        {data.cut && (
          <p role="note" className="text-xs text-warning">
            {t('preview.cutNote', { shown: size(TEXT_LIMIT) })}
          </p>
        )}
      </div>
      {view === 'source' ? (
        <Suspense fallback={<Waiting />}>
          <Editor text={data.text} name={name} />
        </Suspense>
      ) : (
        <Table rows={rows} name={name} />
      )}
    </div>
  );
}

function Table({ rows, name }: { rows: string[][]; name: string }) {
  const [most, setMost] = useState(ROWS);
  const [head = [], ...body] = rows;
  const columns = Math.max(...rows.slice(0, most).map((row) => row.length), 1);
  const places = Array.from({ length: columns }, (_, index) => index);
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
      tabIndex={0}
      role="region"
      aria-label={name}
      dir={readsFromTheRight(rows.slice(0, 5).flat().join(' ')) ? 'rtl' : 'ltr'}
      className="scroll-thin min-h-0 flex-1 overflow-auto rounded-card bg-surface ring-1 ring-line"
    >
      <table className="min-w-full border-separate border-spacing-0 text-start">
        <thead>
          <tr>
            <th className="sticky top-0 z-10 border-b border-line bg-sunken px-3 py-2" aria-hidden="true" />
            {places.map((place) => (
              <th
                key={place}
                scope="col"
                className="sticky top-0 z-10 border-b border-line bg-sunken px-3 py-2 text-start font-semibold whitespace-nowrap"
              >
                <bdi>{head[place]}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.slice(0, most).map((row, index) => (
            <tr key={index} className="hover:bg-hover">
              <td
                className="border-b border-line px-3 py-2 text-end align-top text-xs leading-6 text-muted select-none"
                aria-hidden="true"
              >
                {num(index + 1)}
              </td>
              {places.map((place) => (
                <td
                  key={place}
                  className={cx(
                    'max-w-96 border-b border-line px-3 py-2 text-start align-top',
                    (row[place]?.length ?? 0) < SHORT
                      ? 'whitespace-nowrap'
                      : 'min-w-56 whitespace-pre-line wrap-break-word',
                  )}
                >
                  <bdi>{row[place]}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {body.length > most && (
        <div className="p-3">
          <Button kind="soft" onClick={() => setMost(most + ROWS)}>
            {t('preview.moreRows')}
          </Button>
        </div>
      )}
    </div>
  );
}
