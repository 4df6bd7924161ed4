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
  | 'archive'
  | 'docx'
  | 'pptx'
  | 'font'
  | 'heic'
  | 'tiff';

const ending = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

const word = new Set(['docx', 'docm', 'dotx', 'dotm']);
const slides = new Set(['pptx', 'pptm', 'ppsx', 'ppsm', 'potx', 'potm']);
const heic = new Set(['heic', 'heif']);
const tiff = new Set(['tif', 'tiff']);

/** The viewer of a file; null when it has none. */
export function viewerOf(kind: Content['kind'], name: string): ViewerName | null {
  switch (kind) {
    case 'image':
      if (tiff.has(ending(name))) return 'tiff';
      return heic.has(ending(name)) ? 'heic' : 'image';
    case 'pdf':
    case 'markdown':
    case 'archive':
      return kind;
    case 'video':
    case 'audio':
      return 'media';
    case 'document':
      return word.has(ending(name)) ? 'docx' : 'blocks';
    case 'presentation':
      return slides.has(ending(name)) ? 'pptx' : 'blocks';
    case 'font':
      return 'font';
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
