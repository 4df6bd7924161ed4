import { t } from '~/i18n';
import { endingOf, type FileType } from '~/kit/file-type';

const names = {
  folder: () => t('files.typeFolder'),
  image: () => t('files.typeImage'),
  video: () => t('files.typeVideo'),
  audio: () => t('files.typeAudio'),
  pdf: () => t('files.typePdf'),
  document: () => t('files.typeDocument'),
  sheet: () => t('files.typeSheet'),
  slides: () => t('files.typeSlides'),
  archive: () => t('files.typeArchive'),
  code: () => t('files.typeCode'),
  text: () => t('files.typeText'),
  other: () => t('files.typeOther'),
} satisfies Record<FileType, () => string>;

/** «تصویر PNG», «سند DOCX», or only the kind where the ending adds nothing. */
export function typeName(type: FileType, name: string): string {
  const ending = endingOf(name).toUpperCase();
  return type === 'folder' || type === 'pdf' || !ending || ending.length > 5
    ? names[type]()
    : `${names[type]()} ${ending}`;
}
