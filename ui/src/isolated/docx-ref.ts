import type { DocxEditorRef } from '@eigenpal/docx-editor-react';
import { createRef } from 'react';

/** The editor of this frame. */
export const editor = createRef<DocxEditorRef>();
