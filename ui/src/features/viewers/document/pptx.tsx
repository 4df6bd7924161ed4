import { script } from 'virtual:isolated/pptx';
import type { ViewerProps } from '~/api/content';
import { IsolatedDocument } from './isolated';

/** Larger presentations are shown as text. */
const MOST = 50 * 1024 * 1024;

/** A presentation of PowerPoint, slide by slide. */
export function PptxViewer(props: ViewerProps) {
  return <IsolatedDocument {...props} script={script} most={MOST} slides />;
}
