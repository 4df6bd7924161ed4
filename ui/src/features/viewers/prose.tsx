import { useMemo, useState } from 'react';
import { faultText } from '~/api/fault';
import { TEXT_LIMIT, useText, type ViewerProps } from '~/api/content';
import { t } from '~/i18n';
import { size } from '~/i18n/format';
import { cx } from '~/kit/cx';
import { Segmented } from '~/kit/segmented';
import { Failed } from './failed';
import './prose.css';
import { Waiting } from './waiting';

/** Lines of one block; blocks out of sight are not laid out. */
const BLOCK = 200;

/** Plain text as a page to read; each line runs in the direction of its own letters. */
export function ProseViewer({ content, name }: ViewerProps) {
  const { data, error, refetch } = useText(content);
  const [letters, setLetters] = useState<'text' | 'mono'>('text');
  const blocks = useMemo(() => (data ? blocksOf(data.text) : []), [data]);
  if (error) return <Failed text={faultText(error, 'preview')} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return (
    <div data-print className="absolute inset-0 flex flex-col gap-3 px-2 pb-2 sm:px-4 sm:pb-4">
      <div className="flex items-center gap-3 print:hidden">
        <Segmented
          label={t('preview.letters')}
          hideLabel
          value={letters}
          onChange={setLetters}
          segments={[
            { value: 'text', label: t('preview.plain') },
            { value: 'mono', label: t('preview.mono') },
          ]}
        />
        {data.cut && (
          <p role="note" className="text-xs text-warning">
            {t('preview.cutNote', { shown: size(TEXT_LIMIT) })}
          </p>
        )}
      </div>
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
        tabIndex={0}
        role="document"
        aria-label={name}
        className="scroll-thin min-h-0 flex-1 overflow-y-auto rounded-card bg-surface ring-1 ring-line"
      >
        <article
          className={cx(
            'mx-auto max-w-3xl px-5 py-8 text-base leading-8 sm:px-10',
            letters === 'mono' && 'font-mono text-sm leading-7',
          )}
        >
          {blocks.map((block, index) => (
            <div key={index} className="prose-block" style={{ containIntrinsicSize: `auto ${2 * BLOCK}rem` }}>
              {block}
            </div>
          ))}
        </article>
      </div>
    </div>
  );
}

function blocksOf(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/);
  const blocks: string[] = [];
  for (let at = 0; at < lines.length; at += BLOCK) blocks.push(lines.slice(at, at + BLOCK).join('\n'));
  return blocks;
}
