import { endingOf } from '~/kit/file-type';

/** Groups of types, as the server names them, and the endings that belong to each. */
const groups = {
  image: 'jpg jpeg png gif webp bmp tif tiff heic heif avif svg',
  document: 'pdf doc docx odt rtf txt md xls xlsx ods csv ppt pptx odp',
  video: 'mp4 m4v mov webm mkv avi mpg mpeg 3gp',
  audio: 'mp3 m4a aac ogg oga opus wav flac amr',
  archive: 'zip 7z rar tar gz tgz bz2 xz zst',
  pdf: 'pdf',
} as const;

export type Group = keyof typeof groups;

export const groupNames = Object.keys(groups) as Group[];

export const isGroup = (type: string): type is Group => Object.hasOwn(groups, type);

/** The form an ending is kept in: «*.JPG» and «.jpg» are jpg. */
export const cleanEnding = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/^\*?\./, '');

export const isEnding = (text: string) => /^[a-z0-9][a-z0-9_+-]{0,15}$/.test(text);

/** Every ending that the types let through; null when all are. */
function endingsOf(types: readonly string[]): ReadonlySet<string> | null {
  if (types.length === 0) return null;
  return new Set(types.flatMap((type) => (isGroup(type) ? groups[type].split(' ') : [type])));
}

/** For the file chooser of the system; empty for all. */
export function acceptAttribute(types: readonly string[]): string {
  return [...(endingsOf(types) ?? [])].map((ending) => `.${ending}`).join(',');
}

/** Why a file would be refused, before a byte of it is sent. */
export function refusalOf(
  file: { name: string; size: number },
  rules: { max_file_size: number | null; allowed_file_types: readonly string[] },
): 'size' | 'type' | null {
  const allowed = endingsOf(rules.allowed_file_types);
  if (allowed && !allowed.has(endingOf(file.name))) return 'type';
  return rules.max_file_size !== null && rules.max_file_size > 0 && file.size > rules.max_file_size ? 'size' : null;
}
