import { AnnotationEditorParamsType as Param, AnnotationEditorType as Mode, type PDFDocumentProxy } from 'pdfjs-dist';
import { EventBus, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs';
import { createEmitter } from '~/kit/store';
import { firstStyles, highlighters, type Style, type Styled, type Tool } from './colors';
import { drawTexts } from './texts';
import { highlightByTouch } from './touch';
import type { Editor, Manager } from './types';
import { silentWords, writeWords } from './words';

const modes: Record<Tool, number> = {
  // In this mode every mark can be moved, and a click elsewhere makes none.
  select: Mode.STAMP,
  highlight: Mode.HIGHLIGHT,
  ink: Mode.INK,
  text: Mode.FREETEXT,
};

const params: Record<Styled, { readonly color: number; readonly size: number }> = {
  highlight: { color: Param.HIGHLIGHT_COLOR, size: Param.HIGHLIGHT_THICKNESS },
  ink: { color: Param.INK_COLOR, size: Param.INK_THICKNESS },
  text: { color: Param.FREETEXT_COLOR, size: Param.FREETEXT_SIZE },
};

const kinds: Record<string, Styled> = { highlight: 'highlight', ink: 'ink', freetext: 'text' };

export interface MarksState {
  readonly ready: boolean;
  readonly tool: Tool;
  readonly styles: Record<Styled, Style>;
  /** The kind of the chosen mark, when it has options. */
  readonly chosen: Styled | null;
  readonly hasChosen: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly scale: number;
  readonly page: number;
}

interface States {
  readonly hasSomethingToUndo: boolean;
  readonly hasSomethingToRedo: boolean;
  readonly hasSelectedEditor: boolean;
}

/** A document that is being marked, by the editors of pdf.js. */
export class MarksSession {
  readonly #document: PDFDocumentProxy;
  readonly #bus = new EventBus();
  readonly #viewer: PDFViewer;
  readonly #container: HTMLDivElement;
  readonly #changes = createEmitter();
  readonly #stops: (() => void)[] = [];
  readonly #over = new AbortController();
  #manager: Manager | null = null;
  #state: MarksState = {
    ready: false,
    tool: 'select',
    styles: firstStyles,
    chosen: null,
    hasChosen: false,
    canUndo: false,
    canRedo: false,
    scale: 1,
    page: 1,
  };

  constructor(document: PDFDocumentProxy, container: HTMLDivElement, alert: HTMLElement, page: number) {
    this.#document = document;
    this.#container = container;
    this.#viewer = new PDFViewer({
      container,
      eventBus: this.#bus,
      l10n: silentWords,
      viewerAlert: alert,
      removePageBorders: true,
      annotationEditorHighlightColors: Object.entries(highlighters)
        .map(([name, value]) => `${name}=${value}`)
        .join(','),
      abortSignal: this.#over.signal,
    } as unknown as ConstructorParameters<typeof PDFViewer>[0]);
    this.#stops.push(
      writeWords(container),
      writeWords(alert),
      highlightByTouch(container, () => this.#state.tool === 'highlight'),
    );
    container.addEventListener('input', markPersian, { signal: this.#over.signal });
    this.#listen(page);
    this.#viewer.setDocument(document);
  }

  readonly subscribe = (listener: () => void) => this.#changes.subscribe(listener);
  readonly snapshot = (): MarksState => this.#state;

  #listen(page: number): void {
    this.#bus.on('annotationeditoruimanager', ({ uiManager }: { uiManager: Manager }) => {
      this.#manager = uiManager;
    });
    this.#bus.on('pagesinit', () => {
      this.#viewer.currentScaleValue = this.#fitScale();
      this.#viewer.currentPageNumber = Math.min(page, this.#document.numPages);
    });
    let begun = false;
    this.#bus.on('annotationeditorlayerrendered', () => {
      if (begun) return;
      begun = true;
      for (const kind of Object.values(kinds)) this.#apply(kind, this.#state.styles[kind]);
      // Marks of before become editable.
      this.#switch('select');
    });
    this.#bus.on('annotationeditormodechanged', ({ mode }: { mode: number }) => {
      if (mode !== Mode.NONE && !this.#state.ready) this.#set({ ready: true });
    });
    this.#bus.on('editingstateschanged', ({ details }: { details: States }) => {
      const editor = this.#manager?.firstSelectedEditor;
      this.#set({
        canUndo: details.hasSomethingToUndo,
        canRedo: details.hasSomethingToRedo,
        hasChosen: details.hasSelectedEditor,
        chosen: (details.hasSelectedEditor && kinds[editor?.editorType ?? '']) || null,
      });
    });
    this.#bus.on('scalechanging', ({ scale }: { scale: number }) => this.#set({ scale }));
    this.#bus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => this.#set({ page: pageNumber }));
    // A double click on a mark asks for the tool that it was made with.
    this.#bus.on('switchannotationeditormode', ({ mode, editId }: { mode: number; editId?: string }) => {
      const found = (Object.keys(modes) as Tool[]).find((tool) => modes[tool] === mode);
      if (found) this.#switch(found, editId);
    });
  }

  #set(changes: Partial<MarksState>): void {
    this.#state = { ...this.#state, ...changes };
    this.#changes.emit();
  }

  #fitScale(): string {
    return this.#container.clientWidth > 900 ? '1.2' : 'page-width';
  }

  #switch(tool: Tool, editId?: string): void {
    this.#viewer.annotationEditorMode = { mode: modes[tool], ...(editId && { editId }) };
    this.#container.dataset.tool = tool;
    this.#set({ tool });
  }

  /** Takes a tool. */
  selectTool(tool: Tool): void {
    this.#switch(tool);
  }

  /** Gives the options to the chosen marks, or to those that come. */
  style(kind: Styled, style: Style): void {
    this.#set({ styles: { ...this.#state.styles, [kind]: style } });
    this.#apply(kind, style);
  }

  #apply(kind: Styled, { color, size }: Style): void {
    this.#bus.dispatch('switchannotationeditorparams', { source: this, type: params[kind].color, value: color });
    this.#bus.dispatch('switchannotationeditorparams', { source: this, type: params[kind].size, value: size });
  }

  undo(): void {
    this.#manager?.undo();
  }

  redo(): void {
    this.#manager?.redo();
  }

  remove(): void {
    this.#manager?.delete();
  }

  zoom(factor: number | null): void {
    if (factor === null) this.#viewer.currentScaleValue = 'page-width';
    else this.#viewer.currentScale = Math.min(5, Math.max(0.25, this.#viewer.currentScale * factor));
  }

  /** Ends what is being typed or drawn; true when there is something to save. */
  settle(): boolean {
    this.#manager?.commitOrRemove();
    this.#manager?.currentLayer?.endDrawingSession(false);
    return this.#state.canUndo;
  }

  /** Puts a picture into the middle of what is seen of the page, `width` points wide. */
  async place(picture: Blob, alt: string, width: number): Promise<void> {
    this.settle();
    this.selectTool('select');
    await this.#manager?.updateMode(Mode.STAMP);
    const manager = this.#manager;
    const layer = manager?.currentLayer;
    if (!manager || !layer) return;
    const { width: across, height: down } = await createImageBitmap(picture);
    const page = layer.div.getBoundingClientRect();
    const frame = this.#container.getBoundingClientRect();
    const x = middle(page.left, page.right, frame.left, frame.right) - page.left;
    const y = middle(page.top, page.bottom, frame.top, frame.bottom) - page.top;
    const rotation = (360 - layer.viewport.rotation) % 360;
    const [pageWidth, pageHeight] = layer.pageDimensions;
    const turned = rotation % 180 !== 0;
    const wide = Math.min(width, (turned ? pageHeight : pageWidth) * 0.6);
    const tall = (wide * down) / across;
    // The layer counts from its upper edge, a document from the lower one of the page.
    const upright = layer.viewport.clone({ dontFlip: false });
    const [centerX, centerY] = upright.convertToPdfPoint(x, y) as [number, number];
    const [halfX, halfY] = turned ? [tall / 2, wide / 2] : [wide / 2, tall / 2];
    const url = URL.createObjectURL(picture);
    const editor = await layer.deserialize({
      annotationType: Mode.STAMP,
      bitmapUrl: url,
      pageIndex: layer.pageIndex,
      rect: [centerX - halfX, centerY - halfY, centerX + halfX, centerY + halfY],
      rotation,
      isSvg: false,
      accessibilityData: { decorative: false, altText: alt },
    });
    if (!editor) return;
    layer.add(editor);
    await this.#waitForDrawing(editor);
    URL.revokeObjectURL(url);
    manager.setSelected(editor);
  }

  /** The picture of a stamp is fetched after the stamp was added. */
  #waitForDrawing(editor: Editor): Promise<void> {
    const div = editor.div;
    if (!div || div.querySelector('canvas')) return Promise.resolve();
    return new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        if (!div.querySelector('canvas')) return;
        observer.disconnect();
        resolve();
      });
      observer.observe(div, { childList: true, subtree: true });
    });
  }

  /** The document with its marks. The old bytes stay as they are; what is new follows them. */
  async save(): Promise<Blob> {
    this.settle();
    this.selectTool('select');
    await this.#manager?.updateMode(Mode.STAMP);
    const restore = await drawTexts(this.#document.annotationStorage);
    try {
      return new Blob([await this.#document.saveDocument()], { type: 'application/pdf' });
    } finally {
      restore();
    }
  }

  destroy(): void {
    this.#stops.forEach((stop) => stop());
    this.#over.abort();
    this.#viewer.setDocument(null);
    this.#changes.emit();
  }
}

/** The middle of the part from `from` to `to` that is seen between two edges. */
const middle = (from: number, to: number, least: number, most: number) =>
  (Math.max(from, least) + Math.min(to, most)) / 2;

/** Text beyond the standard font of PDFs is shown in the font that it will be saved in. */
function markPersian({ target }: Event): void {
  if (!(target instanceof HTMLElement) || !target.closest('.freeTextEditor')) return;
  target.toggleAttribute('data-shaped', /[^\n\r\u0020-\u007e\u00a0-\u00ff]/.test(target.textContent ?? ''));
}
