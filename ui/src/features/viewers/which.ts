import type { Content } from '~/api/content';

/** The viewers, by the names of their modules. */
export type ViewerName =
  | 'image'
  | 'media'
  | 'pdf'
  | 'text'
  | 'prose'
  | 'table'
  | 'markdown'
  | 'blocks'
  | 'sheet'
  | 'archive';

const ending = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** The viewer of a file; null when it has none. */
export function viewerOf(kind: Content['kind'], name: string): ViewerName | null {
  switch (kind) {
    case 'image':
    case 'pdf':
    case 'markdown':
    case 'archive':
      return kind;
    case 'video':
    case 'audio':
      return 'media';
    case 'document':
    case 'presentation':
      return 'blocks';
    case 'spreadsheet':
      return 'sheet';
    case 'none':
      return null;
    default:
      return textViewerOf(ending(name));
  }
}

/** Text is read as prose, as a table or, where its name is that of code, with colours. */
function textViewerOf(end: string): ViewerName {
  if (end === 'csv' || end === 'tsv') return 'table';
  return end === 'txt' || end === 'text' || end === '' ? 'prose' : 'text';
}
