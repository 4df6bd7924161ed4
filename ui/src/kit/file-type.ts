export type FileType =
  | 'folder'
  | 'image'
  | 'video'
  | 'audio'
  | 'pdf'
  | 'document'
  | 'sheet'
  | 'slides'
  | 'archive'
  | 'code'
  | 'text'
  | 'other';

const ENDINGS: Record<Exclude<FileType, 'folder'>, string> = {
  image: 'png jpg jpeg gif webp avif svg bmp tif tiff heic heif ico psd raw',
  video: 'mp4 m4v mov mkv webm avi wmv mpg mpeg 3gp',
  audio: 'mp3 m4a aac ogg oga opus flac wav wma',
  pdf: 'pdf',
  document: 'doc docx docm dotx dotm odt rtf pages epub eml mbox',
  sheet: 'xls xlsx xlsm xltx xltm ods csv tsv numbers',
  slides: 'ppt pptx pptm ppsx ppsm potx potm odp key',
  archive: 'zip rar 7z tar gz tgz bz2 xz zst iso',
  code: 'js jsx ts tsx mjs cjs go rs py rb php java kt swift c h cpp hpp cs sh sql css scss html htm xml json yaml yml toml vue svelte lua pl r',
  // Registered as images, but nothing shows them as such.
  other: 'dwg dxf',
  text: 'txt md markdown log ini conf cfg env srt vtt',
};

const TYPE_OF_ENDING = new Map(
  Object.entries(ENDINGS).flatMap(([type, endings]) => endings.split(' ').map((ending) => [ending, type as FileType])),
);

/** "report.final.PDF" ends in "pdf"; ".env" and "README" have no ending. */
export function endingOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

/** The type of a file. The ending of the name is more precise than the content type of most browsers. */
export function fileType(name: string, contentType: string): FileType {
  return TYPE_OF_ENDING.get(endingOf(name)) ?? typeOfContent(contentType);
}

function typeOfContent(contentType: string): FileType {
  const [family] = contentType.split('/');
  if (family === 'image' || family === 'video' || family === 'audio') return family;
  if (contentType === 'application/pdf') return 'pdf';
  return family === 'text' ? 'text' : 'other';
}
