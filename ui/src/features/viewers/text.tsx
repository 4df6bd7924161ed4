import { LanguageDescription } from '@codemirror/language';
import { languages } from '@codemirror/language-data';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { faultText } from '~/api/fault';
import { t } from '~/i18n';
import { size } from '~/i18n/format';
import { TEXT_LIMIT, useText, type ViewerProps } from '~/api/content';
import { readOnlyEditor } from './editor';
import { EncodingChoice, useEncoding } from './encoding-choice';
import { Failed } from './failed';
import { Waiting } from './waiting';

/** Text and code, with line numbers, folding, search and colours; each line runs in the direction of its letters. */
export function TextViewer({ content, name }: ViewerProps) {
  const { data, error, refetch } = useText(content);
  const reading = useEncoding(data);
  if (error) return <Failed text={faultText(error, 'preview')} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
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
      <Editor text={reading.text} name={name} />
    </div>
  );
}

export function Editor({ text, name }: { text: string; name: string }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const parent = host.current;
    if (!parent) return undefined;
    const language = new Compartment();
    const state = EditorState.create({ doc: text, extensions: [readOnlyEditor(name), language.of([])] });
    const view = new EditorView({ parent, state });
    let over = false;
    const description = LanguageDescription.matchFilename(languages, name);
    void description?.load().then((support) => {
      if (!over) view.dispatch({ effects: language.reconfigure(support) });
    });
    return () => {
      over = true;
      view.destroy();
    };
  }, [text, name]);
  return (
    <div
      ref={host}
      dir="ltr"
      className="min-h-0 flex-1 overflow-hidden bg-surface ring-1 ring-line sm:rounded-card [&_.cm-editor]:h-full"
    />
  );
}
