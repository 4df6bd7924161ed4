import { foldGutter, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { highlightSelectionMatches } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { foundMarks } from './editor-found';
import './editor.css';

const theme = EditorView.theme({
  '&': { fontSize: '13px', color: 'var(--editor-fg)' },
  '.cm-scroller': {
    fontFamily: "ui-monospace, 'Cascadia Code', Menlo, Consolas, monospace, 'Vazirmatn Variable'",
    lineHeight: '1.7',
  },
  '.cm-gutters': { background: 'transparent', color: 'var(--editor-muted)', border: '0', paddingInlineStart: '8px' },
  '.cm-content': { paddingBlock: '12px' },
  '.cm-activeLine, .cm-activeLineGutter': { background: 'var(--editor-line)' },
  '&.cm-focused': { outline: 'none' },
});

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: 'var(--editor-keyword)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--editor-string)' },
  { tag: [tags.comment, tags.meta], color: 'var(--editor-muted)', fontStyle: 'italic' },
  { tag: [tags.number, tags.bool, tags.atom, tags.null], color: 'var(--editor-number)' },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.labelName],
    color: 'var(--editor-function)',
  },
  { tag: [tags.typeName, tags.className, tags.tagName, tags.namespace], color: 'var(--editor-type)' },
  { tag: [tags.heading, tags.strong], fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: [tags.link, tags.url], color: 'var(--editor-function)', textDecoration: 'underline' },
]);

/** Everything of an editor except editing. */
export function readOnlyEditor(name: string): Extension {
  return [
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': name }),
    EditorView.lineWrapping,
    EditorView.perLineTextDirection.of(true),
    lineNumbers(),
    foldGutter(),
    drawSelection(),
    highlightActiveLine(),
    highlightSelectionMatches(),
    foundMarks,
    syntaxHighlighting(colours),
    theme,
  ];
}
