import { LanguageDescription } from '@codemirror/language';
import { languages } from '@codemirror/language-data';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useMemo, useRef, useState } from 'react';
import { t } from '~/i18n';
import { size } from '~/i18n/format';
import { TEXT_LIMIT, useText, type ViewerProps } from '~/api/content';
import { foldText, occurrences, type Folded } from '~/kit/find-text';
import { readOnlyEditor } from './editor';
import { showFound, type FoundRange } from './editor-found';
import { EncodingChoice, useEncoding } from './encoding-choice';
import { RefusalState } from '../failure-state';
import { MOST_FOUND, useTextFind } from './use-text-find';
import { WaitingState } from '../waiting-state';

/** Text and code, with line numbers, folding, words to find and colours; each line runs in the direction of its letters. */
export function TextViewer({ content, name }: ViewerProps) {
  const { data, error, refetch } = useText(content);
  const reading = useEncoding(data);
  if (error) return <RefusalState error={error} onRetry={() => void refetch()} />;
  if (!data) return <WaitingState />;
  return (
    <div className="absolute inset-0 flex flex-col p-0 sm:px-4 sm:pb-4">
      {data.cut && (
        <p role="note" className="mb-3 rounded-control bg-warning-soft px-4 py-2 text-warning max-sm:m-2">
          {t('preview.cutNote', { shown: size(TEXT_LIMIT) })}
        </p>
      )}
      {data.encoding !== 'utf-8' && (
        <div className="mb-2 flex max-sm:px-2 print:hidden">
          <EncodingChoice data={data} reading={reading} />
        </div>
      )}
      <Editor text={reading.text} name={name} isCut={data.cut} />
    </div>
  );
}

type EditorProps = {
  text: string;
  name: string;
  /** The file goes on behind the text. */
  isCut: boolean;
};

export function Editor({ text, name, isCut }: EditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<EditorView | null>(null);
  // The lines as the editor has them, in which every end of one is a single unit.
  const lines = useMemo(() => text.replaceAll(/\r\n?/g, '\n'), [text]);
  const findPlaces = useMemo(() => finderOf(lines), [lines]);
  const { found, current, bar } = useTextFind<FoundRange>(findPlaces, isCut);
  useEffect(() => {
    const parent = host.current;
    if (!parent) return undefined;
    const language = new Compartment();
    const state = EditorState.create({ doc: lines, extensions: [readOnlyEditor(name), language.of([])] });
    const made = new EditorView({ parent, state });
    setView(made);
    let over = false;
    const description = LanguageDescription.matchFilename(languages, name);
    void description?.load().then((support) => {
      if (!over) made.dispatch({ effects: language.reconfigure(support) });
    });
    return () => {
      over = true;
      setView(null);
      made.destroy();
    };
  }, [lines, name]);
  useEffect(() => {
    if (view) showFound(view, found, current);
  }, [view, found, current]);
  return (
    <div className="relative min-h-0 flex-1">
      {bar}
      <div
        ref={host}
        dir="ltr"
        className="h-full overflow-hidden bg-surface ring-1 ring-line sm:rounded-card [&_.cm-editor]:h-full"
      />
    </div>
  );
}

/** Finds places in a text, which is folded when the first one is looked for. */
function finderOf(text: string) {
  let folded: Folded | null = null;
  return (pattern: RegExp) => occurrences((folded ??= foldText(text)), pattern, MOST_FOUND);
}
