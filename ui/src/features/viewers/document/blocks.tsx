import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { TEXT_LIMIT, type ViewerProps } from '~/api/content';
import { useBlocks, type Block } from '~/api/document';
import { num, t } from '~/i18n';
import { dateTime, size } from '~/i18n/format';
import { cx } from '~/kit/cx';
import { findWords, showFound } from '~/kit/find-words';
import { sectionsOf, type Section } from './block-sections';
import { isRightToLeft } from '~/kit/direction';
import { RefusalState } from '../failure-state';
import { FoundBar, useWanted } from '../found-bar';
import { WaitingState } from '../waiting-state';

/** The words of a document, read by the server: headings, paragraphs, lists and tables, or slides with these. */
export function BlocksViewer({ content, name, note }: ViewerProps & { note?: string }) {
  const { data, error, refetch } = useBlocks(content);
  const words = useRef<HTMLDivElement>(null);
  const wanted = useWanted();
  const ranges = useMemo(() => ({ of: data, found: [] as Range[] }), [data]);
  const [count, setCount] = useState<number | null>(null);
  useEffect(() => {
    if (!data || !words.current || wanted.words === null) return;
    ranges.found = findWords(words.current, wanted.words);
    setCount(ranges.found.length);
  }, [data, ranges, wanted.words]);
  useEffect(() => {
    if (wanted.words !== null) showFound(ranges.found, wanted.at);
    return () => showFound([], 0);
  }, [ranges, count, wanted.words, wanted.at]);
  const sections = useMemo(() => sectionsOf(data?.blocks ?? []), [data]);
  if (error) return <RefusalState error={error} onRetry={() => void refetch()} />;
  if (!data) return <WaitingState />;
  const slides = content.kind === 'presentation';
  return (
    <div
      data-print
      className={cx('absolute inset-0 flex flex-col gap-2 px-2 pb-2 sm:px-4 sm:pb-4', wanted.words && 'pt-16')}
    >
      <p role="note" className="px-1 text-xs text-muted print:hidden">
        {[
          note ?? (data.cut ? null : t('preview.wordsOnly')),
          data.cut && t('preview.cutNote', { shown: size(TEXT_LIMIT / 2) }),
          data.torn && t('preview.tornNote'),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      <FoundBar wanted={wanted} at={wanted.at} of={count} />
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
        tabIndex={0}
        ref={words}
        role="document"
        aria-label={name}
        className={cx(
          'scroll-thin min-h-0 flex-1 overflow-y-auto rounded-card ring-1 ring-line',
          slides ? 'bg-sunken' : 'bg-surface',
        )}
      >
        {sections.map((section) =>
          slides ? (
            <Slide key={section.place} section={section} />
          ) : (
            <Words key={section.place} section={section} className="mx-auto max-w-3xl px-5 py-8 sm:px-10" />
          ),
        )}
      </div>
    </div>
  );
}

function Slide({ section }: { section: Section }) {
  const label = t('preview.slide', { n: num(section.place) });
  return (
    <section aria-label={label} data-place={section.place} className="mx-auto max-w-3xl p-3 sm:p-5">
      <p className="pb-1 text-xs text-muted">{label}</p>
      <Words section={section} className="rounded-card bg-surface px-6 py-6 shadow-card ring-1 ring-line sm:px-10" />
    </section>
  );
}

function Words({ section, className }: { section: Section; className: string }) {
  return (
    <article className={cx('text-base leading-8 wrap-anywhere', className)}>
      {section.parts.map((part, index) =>
        Array.isArray(part) ? <Table key={index} rows={part} /> : <Piece key={index} block={part} />,
      )}
      {section.notes.length > 0 && (
        <aside className="mt-8 border-t border-line pt-3 text-sm leading-6 text-muted">
          <p className="font-semibold">{t('preview.notes')}</p>
          {section.notes.map((note, index) => (
            <p key={index} dir="auto" className="mt-1 whitespace-pre-line">
              {note.text ?? note.cells?.join(' ')}
            </p>
          ))}
        </aside>
      )}
    </article>
  );
}

const headings = ['text-xl', 'text-lg', 'text-base'];

function Piece({ block }: { block: Block }): ReactNode {
  const { kind, level = 0 } = block;
  const dir = block.rtl ? 'rtl' : 'auto';
  const text = <Runs block={block} />;
  if (kind === 'field') return <Field block={block} />;
  if (kind === 'heading') {
    return (
      <p
        role="heading"
        aria-level={Math.min(6, level + 1)}
        dir={dir}
        className={cx('mt-6 mb-2 font-bold first:mt-0', headings[Math.min(level, headings.length) - 1])}
      >
        {block.marker && `${block.marker} `}
        {text}
      </p>
    );
  }
  if (kind === 'item') {
    return (
      <div dir={dir} className="flex gap-2" style={{ marginInlineStart: `${Math.min(level, 8) * 1.5}rem` }}>
        <span>{block.marker || '•'}</span>
        <p className="min-w-0 flex-1 whitespace-pre-line">{text}</p>
      </div>
    );
  }
  return (
    <p dir={dir} className="mb-3 whitespace-pre-line">
      {text}
    </p>
  );
}

/** A text, with its bold and italic parts. */
function Runs({ block: { text, runs } }: { block: Block }) {
  if (!runs) return text;
  return runs.map((run, index) => (
    <span key={index} className={cx(run.bold && 'font-bold', run.italic && 'italic')}>
      {run.text}
    </span>
  ));
}

const fieldNames = {
  from: 'preview.mailFrom',
  to: 'preview.mailTo',
  cc: 'preview.mailCc',
  date: 'preview.mailDate',
  attachment: 'preview.mailAttachment',
} as const;

const isFieldName = (name: string): name is keyof typeof fieldNames => Object.hasOwn(fieldNames, name);

/** What the head of a mail says, or the name of a file that came with it. */
function Field({ block: { marker = '', text = '' } }: { block: Block }) {
  if (!isFieldName(marker)) return null;
  const told = marker === 'date' && !Number.isNaN(Date.parse(text)) ? dateTime(text) : text;
  return (
    <p data-field className="text-sm leading-7 wrap-anywhere [&+p:not([data-field])]:mt-6 [:not([data-field])+&]:mt-4">
      <span className="pe-2 text-muted">{t(fieldNames[marker])}</span>
      <bdi>{told}</bdi>
    </p>
  );
}

function Table({ rows }: { rows: readonly Block[] }) {
  const fromTheRight = rows.some((row) => row.rtl) || isRightToLeft(rows.flatMap((row) => row.cells ?? []).join(' '));
  return (
    <div className="my-4 overflow-x-auto" dir={fromTheRight ? 'rtl' : 'ltr'}>
      <table className="border-collapse text-sm leading-6">
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.cells?.map((cell, place) => (
                <td key={place} dir="auto" className="border border-line px-3 py-1.5 text-start align-top">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
