import DOMPurify from 'dompurify';
import { Marked } from 'marked';
import { useMemo, useState } from 'react';
import { faultText } from '~/api/fault';
import { t } from '~/i18n';
import { size } from '~/i18n/format';
import { Segmented } from '~/kit/segmented';
import { TEXT_LIMIT, useText, type ViewerProps } from '~/api/content';
import './markdown.css';
import { readsFromTheRight } from './direction';
import { Failed } from './failed';
import { Editor } from './text';
import { Waiting } from './waiting';

const marked = new Marked({ gfm: true, breaks: false, async: false });

/** Markdown as it is meant to be read, or as it was written. */
export function MarkdownViewer({ content, name }: ViewerProps) {
  const { data, error, refetch } = useText(content);
  const [view, setView] = useState<'rendered' | 'source'>('rendered');
  const html = useMemo(() => (data ? safeHtml(data.text) : ''), [data]);
  if (error) return <Failed text={faultText(error, 'preview')} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return (
    <div data-print className="absolute inset-0 flex flex-col gap-3 px-2 pb-2 sm:px-4 sm:pb-4">
      <div className="flex items-center gap-3 print:hidden">
        <Segmented
          label={name}
          hideLabel
          value={view}
          onChange={setView}
          segments={[
            { value: 'rendered', label: t('preview.rendered') },
            { value: 'source', label: t('preview.source') },
          ]}
        />
        {data.cut && <p className="text-xs text-warning">{t('preview.cutNote', { shown: size(TEXT_LIMIT) })}</p>}
      </div>
      {view === 'source' ? (
        <Editor text={data.text} name={name} />
      ) : (
        <div className="scroll-thin min-h-0 flex-1 overflow-y-auto rounded-card bg-surface ring-1 ring-line">
          <article
            className="markdown mx-auto max-w-3xl px-5 py-8 sm:px-10"
            dangerouslySetInnerHTML={{ __html: html }}
          />
        </div>
      )}
    </div>
  );
}

/** Nothing in a file may act as the app: scripts, forms and styles go, links open elsewhere, each block finds its own direction. */
function safeHtml(text: string): string {
  const clean = DOMPurify.sanitize(marked.parse(text) as string, {
    RETURN_DOM_FRAGMENT: true,
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'iframe', 'object', 'embed'],
    FORBID_ATTR: ['style', 'class', 'id'],
  });
  for (const block of clean.querySelectorAll('p, h1, h2, h3, h4, h5, h6, li, th, td'))
    block.setAttribute('dir', 'auto');
  // "auto" ignores children with a direction of their own, so containers of them get one explicitly.
  for (const frame of clean.querySelectorAll('ul, ol, blockquote, table')) {
    frame.setAttribute('dir', readsFromTheRight(frame.textContent) ? 'rtl' : 'ltr');
  }
  for (const link of clean.querySelectorAll('a[href]')) {
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noopener noreferrer nofollow');
  }
  const holder = document.createElement('div');
  holder.append(clean);
  return holder.innerHTML;
}
