import type { Block } from '~/api/document';

/** A slide, or the whole of a document without places. */
export interface Section {
  readonly place: number;
  /** Blocks, and tables as the rows that follow one another. */
  readonly parts: (Block | Block[])[];
  readonly notes: Block[];
}

/** Gathers the blocks of each place, the rows of each table, and the notes. */
export function sectionsOf(blocks: readonly Block[]): Section[] {
  const sections: Section[] = [];
  for (const block of blocks) {
    const place = block.place ?? 0;
    let section = sections.at(-1);
    if (section?.place !== place) {
      section = { place, parts: [], notes: [] };
      sections.push(section);
    }
    const last = section.parts.at(-1);
    if (block.kind === 'note') section.notes.push(block);
    else if (block.kind !== 'row') section.parts.push(block);
    else if (Array.isArray(last)) last.push(block);
    else section.parts.push([block]);
  }
  return sections;
}
