import { script } from 'virtual:isolated/docx';
import type { ViewerProps } from '~/api/content';
import { IsolatedDocument } from './isolated';

/** Larger documents are shown as text. */
const MOST = 20 * 1024 * 1024;

/** A document of Word, page by page. */
export function DocxViewer(props: ViewerProps) {
  return <IsolatedDocument {...props} script={script} most={MOST} flows />;
}
