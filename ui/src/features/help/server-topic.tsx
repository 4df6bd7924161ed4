import { lazy, Suspense, useEffect, useState, type MouseEvent } from 'react';
import { useLocation } from 'wouter';
import { t } from '~/i18n';
import { Card } from '~/kit/layout';
import { Select } from '~/kit/select';
import { FailureState } from '~/page/failure-state';
import { LoadingBar } from '~/page/loading-bar';
import { documents } from './documents';
import { topicHref } from './topics';

const Markdown = lazy(async () => ({
  default: (await import('~/features/viewers/text/markdown')).MarkdownDocument,
}));

const first = 'administration';

/** The documents for those who run the server, one at a time. They are in English, as the server's own words. */
export function ServerTopic({ name = first }: { name?: string }) {
  const [, navigate] = useLocation();
  const shown = Object.hasOwn(documents, name) ? name : first;
  const handleDocument = (document: string, anchor = '') =>
    navigate(`${topicHref('server')}/${document}${anchor && `#${anchor}`}`);
  return (
    <>
      <Card>
        <Select
          label={t('help.document')}
          value={shown}
          options={Object.entries(documents).map(([value, { title }]) => ({ value, label: title }))}
          onChange={(document) => handleDocument(document)}
        />
      </Card>
      <DocumentText key={shown} url={documents[shown]?.url ?? ''} onDocument={handleDocument} />
    </>
  );
}

function DocumentText({ url, onDocument }: { url: string; onDocument: (name: string, anchor?: string) => void }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<unknown>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    setError(undefined);
    fetch(url)
      .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(answer.statusText))))
      .then(setText, setError);
  }, [url, tries]);
  if (error) return <FailureState error={error} retry={() => setTries(tries + 1)} />;
  if (!text) return <LoadingBar />;
  const handleClick = (event: MouseEvent<HTMLElement>) => {
    const link = (event.target as HTMLElement).closest('a');
    const href = link?.getAttribute('href') ?? '';
    if (!link || /^[a-z]+:/.test(href)) return;
    event.preventDefault();
    const [, name, anchor] = /^(?:(\w+)\.md)?(?:#(.*))?$/.exec(href) ?? [];
    if (name && Object.hasOwn(documents, name)) onDocument(name, anchor);
    else if (anchor) findHeading(event.currentTarget, anchor)?.scrollIntoView({ block: 'start' });
  };
  return (
    <Suspense fallback={<LoadingBar />}>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the links in it take the focus and the keys */}
      <div ref={showAnchor} lang="en" dir="ltr" className="grid min-w-0" onClick={handleClick}>
        <Markdown text={text} />
      </div>
    </Suspense>
  );
}

/** A link from another document leads to one of its headings. */
function showAnchor(root: HTMLElement | null) {
  if (root && location.hash) findHeading(root, location.hash.slice(1))?.scrollIntoView({ block: 'start' });
}

/** The heading that a link within a document names, by the words of the heading. */
function findHeading(root: HTMLElement, anchor: string) {
  return Array.from(root.querySelectorAll('h1, h2, h3, h4')).find(
    ({ textContent }) =>
      textContent
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .trim()
        .replace(/\s+/g, '-') === anchor,
  );
}
