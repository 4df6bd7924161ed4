import { lazy, Suspense, useMemo, useState } from 'react';
import type { ViewerProps } from '~/api/content';
import { num, t } from '~/i18n';
import { Button } from '~/kit/button';
import { cx } from '~/kit/cx';
import { parseCsv } from './csv';
import { readsFromTheRight } from './direction';
import { TextPage } from './text-page';
import { Waiting } from './waiting';

const Editor = lazy(async () => ({ default: (await import('./text')).Editor }));

/** Cells of fewer letters stay in one line. */
const SHORT = 32;

/** Rows that are drawn at first, and with each "more"; fewer when they would have more cells than this. */
const ROWS = 500;
const CELLS = 20_000;

/** Comma- or tab-separated values as a table. Each cell is isolated, so that no text reorders the columns. */
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
  const rows = useMemo(() => parseCsv(text), [text]);
  const [steps, setSteps] = useState(1);
  const [head = [], ...body] = rows;
  const columns = Math.max(...rows.slice(0, ROWS).map((row) => row.length), 1);
  const most = steps * Math.min(ROWS, Math.ceil(CELLS / columns));
  const places = Array.from({ length: columns }, (_, index) => index);
  return (
    <>
      <p className="-mt-1 px-1 text-xs text-muted print:hidden">{t('preview.rows', { n: body.length })}</p>
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
            <Button kind="soft" onClick={() => setSteps(steps + 1)}>
              {t('preview.moreRows')}
            </Button>
          </div>
        )}
      </div>
    </>
  );
}
