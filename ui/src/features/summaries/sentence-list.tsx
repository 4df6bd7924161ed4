import type { DocumentSummary, KeySentence } from '~/api/types';
import { num, t } from '~/i18n';
import { cx } from '~/kit/cx';
import { firstWords } from './words';

type Props = {
  sentences: readonly KeySentence[];
  places: DocumentSummary['places'];
  shown: string | undefined;
  onShow: (words: string, place: number) => void;
};

/** Numbered sentences, each a way to its place in the document. */
export function SentenceList({ sentences, places, shown, onShow }: Props) {
  return (
    <ol className="-mx-5 grid">
      {sentences.map((sentence, index) => {
        const words = firstWords(sentence.text);
        const current = words === shown;
        return (
          <li key={index}>
            <button
              type="button"
              aria-current={current || undefined}
              onClick={() => onShow(words, sentence.place)}
              className={cx(
                'group flex w-full gap-3 border-s-4 py-3 ps-4 pe-5 text-start transition-colors focus-visible:-outline-offset-2',
                current ? 'border-warning bg-warning-soft' : 'border-transparent hover:bg-hover',
              )}
            >
              <span
                aria-hidden="true"
                className={cx(
                  'mt-0.5 grid size-6 shrink-0 place-items-center rounded-full text-2xs font-bold',
                  current ? 'bg-fg text-bg' : 'bg-sunken text-muted',
                )}
              >
                {num(index + 1)}
              </span>
              <span className="grid min-w-0 flex-1 gap-1">
                <span dir="auto" className="leading-7 wrap-anywhere">
                  {sentence.text}
                </span>
                <SentencePlaces sentence={sentence} places={places} />
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

function SentencePlaces({ sentence: { place, heading }, places }: { sentence: KeySentence } & Pick<Props, 'places'>) {
  const counted = places !== 'none' && place > 0;
  if (!counted && !heading) return null;
  return (
    <span className="text-xs font-medium text-brand">
      {counted && t(places === 'slides' ? 'summaries.slide' : 'summaries.page', { n: num(place) })}
      {counted && heading && t('summaries.comma')}
      {heading && <bdi>{heading}</bdi>}
    </span>
  );
}
