import { useState, type ReactNode } from 'react';
import { TEXT_LIMIT, useText, type ViewerProps } from '~/api/content';
import { t } from '~/i18n';
import { size } from '~/i18n/format';
import { SegmentedControl, type Segment } from '~/kit/segmented-control';
import { EncodingChoice, useEncoding } from './encoding-choice';
import { RefusalState } from '../failure-state';
import { WaitingState } from '../waiting-state';

type Props<View extends string> = Pick<ViewerProps, 'content'> & {
  /** Names the choice between the views. */
  label: string;
  /** The first one is shown first. */
  views: readonly [Segment<View>, ...Segment<View>[]];
  /** `isCut` is whether the file goes on behind the text. */
  children: (text: string, view: View, isCut: boolean) => ReactNode;
};

/** The text of a file in one of several views, with a note when only its beginning was read. */
export function TextPage<View extends string>({ content, label, views, children }: Props<View>) {
  const { data, error, refetch } = useText(content);
  const reading = useEncoding(data);
  const [view, setView] = useState<View>(views[0].value);
  if (error) return <RefusalState error={error} onRetry={() => void refetch()} />;
  if (!data) return <WaitingState />;
  return (
    <div data-print className="absolute inset-0 flex flex-col gap-3 px-2 pb-2 sm:px-4 sm:pb-4">
      <div className="flex flex-wrap items-center gap-3 print:hidden">
        <SegmentedControl label={label} hideLabel value={view} onChange={setView} segments={views} />
        <EncodingChoice data={data} reading={reading} />
        {data.cut && (
          <p role="note" className="text-xs text-warning">
            {t('preview.cutNote', { shown: size(TEXT_LIMIT) })}
          </p>
        )}
      </div>
      {children(reading.text, view, data.cut)}
    </div>
  );
}
