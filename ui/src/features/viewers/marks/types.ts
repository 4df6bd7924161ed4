import type { PageViewport } from 'pdfjs-dist';

/** The parts of pdf.js' editors that are used here; its own types leave them open. */
export interface Editor {
  readonly id: string;
  readonly editorType: string;
  readonly annotationElementId: string | null;
  readonly deleted: boolean;
  readonly div: HTMLElement | null;
  readonly editorDiv?: HTMLElement;
  serialize(): unknown;
  serializeDeleted(): object;
}

interface Layer {
  readonly div: HTMLElement;
  readonly pageIndex: number;
  readonly viewport: PageViewport;
  readonly pageDimensions: readonly [number, number];
  add(editor: Editor): void;
  deserialize(data: object): Promise<Editor | null>;
  endDrawingSession(abort: boolean): unknown;
}

export interface Manager {
  readonly currentLayer: Layer | undefined;
  readonly firstSelectedEditor: Editor | undefined;
  updateMode(mode: number): Promise<void>;
  setSelected(editor: Editor): void;
  commitOrRemove(): void;
  undo(): void;
  redo(): void;
  delete(): void;
}
