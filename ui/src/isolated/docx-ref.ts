import type { DocxEditorRef } from '@eigenpal/docx-editor-react';
import type { EditorView } from 'prosemirror-view';
import { createRef } from 'react';

/** The editor of this frame. */
export const editor = createRef<DocxEditorRef>();

/** The view of the text, without its headers and footers; docx-edit keeps it at the window. */
export function textView(): EditorView | undefined {
  const frame: object = window;
  return Reflect.get(frame, 'editorView') as EditorView | undefined;
}
