const EMBEDDED = /(\br:embed=")([^"]+)"/g;
const RELATION = /<Relationship\s[^>]*>/g;
const ID = /\bId="([^"]+)"/;

export interface Drawn {
  /** The drawing of SmartArt, with other names for its pictures. */
  readonly drawing: string;
  /** The relations of the slide, with those pictures. */
  readonly slide: string;
}

/**
 * Lets a slide know the pictures in its SmartArt: they are named by the relations of the drawing, and what draws the slide
 * looks into those of the slide alone. `mark` tells the drawing from others of the slide.
 */
export function shareDiagramPictures(drawing: string, ofDrawing: string, ofSlide: string, mark: string): Drawn | null {
  const wanted = new Set(Array.from(drawing.matchAll(EMBEDDED), ([, , id]) => id));
  const shared = Array.from(ofDrawing.matchAll(RELATION), ([relation]) => relation).filter(
    (relation) =>
      // Both parts lie at the same depth, so a relative place is the same from both.
      wanted.has(ID.exec(relation)?.[1]) && /\bTarget="(\.\.)?\//.test(relation),
  );
  if (shared.length === 0) return null;
  const renamed = shared.map((relation) => relation.replace(ID, `Id="${mark}$1"`).replace(/\s*\/?>$/, '/>'));
  return {
    drawing: drawing.replace(EMBEDDED, `$1${mark}$2"`),
    slide: ofSlide.replace(/<\/Relationships>\s*$/, `${renamed.join('')}</Relationships>`),
  };
}
