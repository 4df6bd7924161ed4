import { PenLine } from 'lucide-react';
import { useState } from 'react';
import type { DocumentSummary } from '~/api/types';
import { faultText, keyText } from '~/api/fault';
import { num, t } from '~/i18n';
import { Button } from '~/kit/button';
import { Notice } from '~/kit/notice';
import { Skeleton } from '~/kit/skeleton';
import { sayFault } from '~/page/say-fault';
import { useWritten } from './api';
import { CopyButton } from './copy-button';

type Props = { spaceId: string; fileId: string; versionId: string; offer: DocumentSummary['written'] };

/** The summary that a model writes, below the key sentences: where there is a model, and it may be used. */
export function WrittenSummary({ offer, ...about }: Props) {
  if (offer.status === 'owner') {
    return <p className="border-t border-line pt-4 text-xs text-pretty text-muted">{t('summaries.ownerFirst')}</p>;
  }
  return offer.status === 'ready' ? <Summary offer={offer} {...about} /> : null;
}

function Summary({ spaceId, fileId, versionId, offer }: Props) {
  const { data, error, write, cancel } = useWritten(spaceId, fileId, versionId);
  const [busy, setBusy] = useState(false);
  const run = (what: () => Promise<void>) => {
    setBusy(true);
    void what()
      .catch(sayFault)
      .finally(() => setBusy(false));
  };
  return (
    <section aria-label={t('summaries.written')} className="grid gap-3 border-t border-line pt-4">
      <div className="flex items-center gap-2">
        <h3 className="flex-1 text-start font-semibold">{t('summaries.written')}</h3>
        {data?.status === 'done' && <CopyButton label={t('summaries.copySummary')} text={data.text} />}
      </div>
      {error && <Notice tone="danger">{faultText(error)}</Notice>}
      {!data && !error && <Skeleton className="h-10" />}
      {data && <Words said={data} />}
      {data?.status === 'failed' && <Notice tone="danger">{problemText(data.problem)}</Notice>}
      {data?.status === 'generating' && (
        <Button kind="outline" busy={busy} onClick={() => run(cancel)}>
          {t('common.cancel')}
        </Button>
      )}
      {data && data.status !== 'generating' && data.status !== 'done' && (
        <>
          <Button kind="soft" busy={busy} icon={<PenLine size={17} aria-hidden="true" />} onClick={() => run(write)}>
            {data.status === 'failed' ? t('common.retry') : t('summaries.write')}
          </Button>
          <p className="text-xs text-muted">{t('summaries.writeHint', { host: `\u2066${offer.host}\u2069` })}</p>
        </>
      )}
      {data?.status === 'done' && (
        <p className="text-xs text-muted">{t('summaries.writtenBy', { model: `\u2066${offer.model}\u2069` })}</p>
      )}
    </section>
  );
}

/** Nothing in it means anything to the page: it is text. */
function Words({ said }: { said: DocumentSummary }) {
  if (said.status === 'none') return said.task_id ? <p className="text-muted">{t('summaries.writtenNone')}</p> : null;
  return (
    <>
      {said.text && (
        <p dir="auto" className="leading-7 whitespace-pre-line wrap-anywhere">
          {said.text}
        </p>
      )}
      {said.status === 'generating' && (
        <p role="status" className="text-xs text-muted">
          {said.queue_place > 0 ? t('summaries.waiting', { n: num(said.queue_place) }) : t('summaries.writing')}
        </p>
      )}
    </>
  );
}

const problemText = (key: string) => (key === 'interrupted' ? t('summaries.failedText') : keyText(key));
