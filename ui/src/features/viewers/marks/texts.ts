import { AnnotationEditorType as Mode } from 'pdfjs-dist';
import { isPlain, textPicture } from './pictures';
import type { Editor } from './types';

/** The marks of a document by their ids, as pdf.js keeps them. */
interface Storage extends Iterable<readonly [string, unknown]> {
  remove(id: string): void;
  setValue(id: string, value: object): void;
}

interface Text {
  readonly value: string;
  readonly color: readonly [number, number, number];
  readonly fontSize: number;
  readonly rect: readonly [number, number, number, number];
  readonly rotation: number;
  readonly pageIndex: number;
}

/**
 * Replaces texts that pdf.js would write unshaped, such as Persian ones, by pictures of them; returns how to put the
 * texts back. pdf.js has no way to embed a font into the appearance of a mark.
 */
export async function drawTexts(storage: unknown): Promise<() => void> {
  const marks = storage as Storage;
  const replaced: { readonly id: string; readonly editor: Editor; readonly added: readonly string[] }[] = [];
  // A copy: marks are replaced on the way.
  const all = Array.from(marks);
  for (const [id, value] of all) {
    const editor = value as Editor;
    if (editor.editorType !== 'freetext' || editor.deleted) continue;
    const text = editor.serialize() as Text | null;
    if (!text || isPlain(text.value)) continue;
    const [x1, y1, x2, y2] = text.rect;
    const turned = text.rotation % 180 !== 0;
    const bitmap = await textPicture(text.value, {
      color: `rgb(${text.color.join(' ')})`,
      size: text.fontSize,
      width: turned ? y2 - y1 : x2 - x1,
      height: turned ? x2 - x1 : y2 - y1,
    });
    marks.remove(id);
    // An earlier mark goes, and the picture takes its place.
    const old = editor.annotationElementId !== null;
    if (old) marks.setValue(id, editor.serializeDeleted());
    const picture = old ? `${id}_picture` : id;
    marks.setValue(picture, {
      annotationType: Mode.STAMP,
      bitmapId: picture,
      bitmap,
      isSvg: false,
      pageIndex: text.pageIndex,
      rect: text.rect,
      rotation: text.rotation,
      structTreeParentId: null,
      accessibilityData: { type: 'Figure', alt: text.value },
    });
    replaced.push({ id, editor, added: old ? [id, picture] : [id] });
  }
  return () => {
    for (const { id, editor, added } of replaced) {
      added.forEach((one) => marks.remove(one));
      marks.setValue(id, editor);
    }
  };
}
