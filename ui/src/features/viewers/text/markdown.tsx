import DOMPurify from 'dompurify';
import { Marked } from 'marked';
import { useMemo, useRef } from 'react';
import { t } from '~/i18n';
import type { ViewerProps } from '~/api/content';
import './markdown.css';
import { isRightToLeft } from '~/kit/direction';
import { Editor } from './text';
import { TextPage } from './text-page';
import { useFound } from './use-found';

const marked = new Marked({ gfm: true, breaks: false, async: false });

/** Markdown as it is meant to be read, or as it was written. */
export function MarkdownViewer({ content, name }: ViewerProps) {
  return (
    <TextPage
      content={content}
      label={name}
      views={[
        { value: 'rendered', label: t('preview.rendered') },
        { value: 'source', label: t('preview.source') },
      ]}
    >
      {(text, view, isCut) =>
        view === 'source' ? <Editor text={text} name={name} isCut={isCut} /> : <MarkdownDocument text={text} />
      }
    </TextPage>
  );
}

/** A document with its layout. */
export function MarkdownDocument({ text }: { text: string }) {
  const html = useMemo(() => safeHtml(text), [text]);
  const page = useRef<HTMLDivElement>(null);
  useFound(page, html);
  return (
    <div ref={page} className="scroll-thin min-h-0 flex-1 overflow-y-auto rounded-card bg-surface ring-1 ring-line">
      <article className="markdown mx-auto max-w-3xl px-5 py-8 sm:px-10" dangerouslySetInnerHTML={{ __html: html }} />
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
    frame.setAttribute('dir', isRightToLeft(frame.textContent) ? 'rtl' : 'ltr');
  }
  // What scrolls sideways has to be reached by keys; a corner above the heads of rows heads nothing.
  for (const code of clean.querySelectorAll('pre')) code.setAttribute('tabindex', '0');
  for (const head of clean.querySelectorAll('th'))
    if (!head.textContent.trim()) head.replaceWith(document.createElement('td'));
  for (const link of clean.querySelectorAll('a[href]')) {
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noopener noreferrer nofollow');
  }
  // A picture that lies elsewhere is not fetched: its words are better than the sign of a broken one.
  for (const picture of clean.querySelectorAll<HTMLImageElement>('img:not([src^="data:image/"])'))
    picture.replaceWith(picture.alt);
  const holder = document.createElement('div');
  holder.append(clean);
  return holder.innerHTML;
}
