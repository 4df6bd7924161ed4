import { t } from '~/i18n';

/** Marks of direction that the dictionary puts around values. */
const bare = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '');

/** What the frame itself says in a document, with its values in braces. */
export function frameWords(): Record<string, string> {
  const change = { author: '{author}', date: '{date}' };
  const words = {
    inserted: t('preview.changeInserted', change),
    deleted: t('preview.changeDeleted', change),
    movedHere: t('preview.changeMovedHere', change),
    movedAway: t('preview.changeMovedAway', change),
    formatted: t('preview.changeFormatted', change),
    picture: t('preview.framePicture', { kind: '{kind}' }),
    object: t('preview.frameObject', { kind: '{kind}' }),
    chart: t('preview.frameChart', { kind: '{kind}' }),
    noValues: t('preview.frameNoValues'),
    diagram: t('preview.frameDiagram'),
    ink: t('preview.frameInk'),
    drawing: t('preview.frameDrawing'),
    more: t('preview.frameMore', { n: '{n}' }),
  };
  return Object.fromEntries(Object.entries(words).map(([key, text]) => [key, bare(text)]));
}
