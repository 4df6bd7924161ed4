import { FileText, RotateCw } from 'lucide-react';
import { faultText } from '~/api/fault';
import type { DocumentSummary, KeySentence } from '~/api/types';
import { t, useLang } from '~/i18n';
import { Button } from '~/kit/button';
import { Skeleton } from '~/kit/skeleton';
import { State } from '~/kit/state';
import { useSummary } from './api';
import { CopyButton } from './copy-button';
import { SentenceList } from './sentence-list';
import { SheetTables } from './sheet-tables';
import { asText } from './words';
import { WrittenSummary } from './written-summary';

type Props = {
  spaceId: string;
  fileId: string;
  versionId: string;
  /** The words of the sentence that the viewer shows. */
  shown: string | undefined;
  /** Shows a sentence where it stands. */
  onShow: (words: string, place: number) => void;
};

/** The essence of a document: its key sentences, the titles of its slides, or the columns of its sheets. */
export function SentencesTab({ spaceId, fileId, versionId, shown, onShow }: Props) {
  useLang();
  const { data, error, refetch } = useSummary(spaceId, fileId, versionId);
  if (error) return <RetryNotice text={faultText(error)} onRetry={() => void refetch()} />;
  if (!data || data.status === 'generating') return <SummaryProgress />;
  if (data.status === 'failed') return <RetryNotice text={t('summaries.failedText')} onRetry={() => void refetch()} />;
  if (data.status === 'none') {
    return (
      <State
        icon={<FileText size={32} strokeWidth={1.6} />}
        title={t('summaries.noneTitle')}
        text={t('summaries.noneText')}
      />
    );
  }
  return (
    <div className="grid gap-6">
      <SentencesNotice said={data} shown={shown} onShow={onShow} />
      <WrittenSummary spaceId={spaceId} fileId={fileId} versionId={versionId} offer={data.written} />
    </div>
  );
}

function SentencesNotice({ said, shown, onShow }: { said: DocumentSummary } & Pick<Props, 'shown' | 'onShow'>) {
  if (said.form === 'tables') return <SheetTables sheets={said.sheets} />;
  const outline = said.form === 'outline';
  const list: readonly KeySentence[] = outline ? said.titles : said.sentences;
  return (
    <div className="grid gap-2">
      <div className="flex items-center gap-2">
        <p className="flex-1 text-xs text-muted">{outline ? t('summaries.titlesOf') : t('summaries.fromText')}</p>
        <CopyButton label={t('summaries.copy')} text={asText(list)} />
      </div>
      <SentenceList sentences={list} places={said.places} shown={shown} onShow={onShow} />
    </div>
  );
}

function SummaryProgress() {
  return (
    <div role="status" aria-label={t('summaries.making')} className="grid gap-6 pt-2">
      {[0, 1, 2, 3].map((index) => (
        <div key={index} className="grid gap-2.5">
          <Skeleton className="h-3.5 w-full" />
          <Skeleton className="h-3.5 w-4/5" />
          <Skeleton className="h-2.5 w-1/4" />
        </div>
      ))}
    </div>
  );
}

function RetryNotice({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <State
      alert
      tone="danger"
      icon={<RotateCw size={30} strokeWidth={1.6} />}
      title={t('summaries.failedTitle')}
      text={text}
      actions={
        <Button kind="soft" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      }
    />
  );
}
