import { useMemo, useRef } from 'react';
import type { ViewerProps } from '~/api/content';
import { t } from '~/i18n';
import { cx } from '~/kit/cx';
import './prose.css';
import { TextPage } from './text-page';
import { useFound } from './use-found';

/** Lines of one block; blocks out of sight are not laid out. */
const BLOCK = 200;

/** Plain text as a page to read; each line runs in the direction of its own letters. */
export function ProseViewer({ content, name }: ViewerProps) {
  return (
    <TextPage
      content={content}
      label={t('preview.letters')}
      views={[
        { value: 'text', label: t('preview.plain') },
        { value: 'mono', label: t('preview.mono') },
      ]}
    >
      {(text, letters) => <Prose text={text} name={name} mono={letters === 'mono'} />}
    </TextPage>
  );
}

function Prose({ text, name, mono }: { text: string; name: string; mono: boolean }) {
  const blocks = useMemo(() => blocksOf(text), [text]);
  const page = useRef<HTMLDivElement>(null);
  useFound(page, blocks);
  return (
    <div
      ref={page}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
      tabIndex={0}
      role="document"
      aria-label={name}
      className="scroll-thin min-h-0 flex-1 overflow-y-auto rounded-card bg-surface ring-1 ring-line"
    >
      <article
        className={cx(
          'mx-auto max-w-3xl px-5 py-8 text-base leading-8 sm:px-10',
          mono && 'font-mono text-sm leading-7',
        )}
      >
        {blocks.map((block, index) => (
          <div key={index} className="prose-block" style={{ containIntrinsicSize: `auto ${2 * BLOCK}rem` }}>
            {block}
          </div>
        ))}
      </article>
    </div>
  );
}

function blocksOf(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/);
  const blocks: string[] = [];
  for (let at = 0; at < lines.length; at += BLOCK) blocks.push(lines.slice(at, at + BLOCK).join('\n'));
  return blocks;
}
