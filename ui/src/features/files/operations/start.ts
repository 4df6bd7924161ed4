import { createEmitter, createPersonalStore } from '~/kit/store';

const asked = createEmitter();
let waiting = false;

/** Asks for a name and makes a folder in the directory that is shown; the next one that is, when there is none. */
export function newFolder(): void {
  waiting = asked.size() === 0;
  asked.emit();
}

/** The page that shows a directory answers; returns how to stop. */
export function whenNewFolder(listener: () => void): () => void {
  const stop = asked.subscribe(listener);
  if (waiting) listener();
  waiting = false;
  return stop;
}

export type DocumentType = 'docx' | 'xlsx' | 'pptx' | 'template';

const askedDocument = createEmitter<[DocumentType]>();
let waitingType: DocumentType | null = null;

/** Makes a document in the directory that is shown, or in the next one that is, and opens it; of a template after a choice. */
export function newDocument(type: DocumentType): void {
  if (askedDocument.size() === 0) waitingType = type;
  askedDocument.emit(type);
}

/** The page that shows a directory answers; returns how to stop. */
export function whenNewDocument(listener: (type: DocumentType) => void): () => void {
  const stop = askedDocument.subscribe(listener);
  if (waitingType) listener(waitingType);
  waitingType = null;
  return stop;
}

/** Whether the user may make folders or upload in the list that is shown. */
interface CreateRights {
  readonly folders: boolean;
  readonly uploads: boolean;
}

const rights = createPersonalStore<CreateRights | null>(null);
let clearing: ReturnType<typeof setTimeout> | undefined;

/** Sets the rights. The returned function clears them a second later, so that the next page can set its own first. */
export function setCreateRights(next: CreateRights): () => void {
  clearTimeout(clearing);
  const before = rights.get();
  if (before?.folders !== next.folders || before.uploads !== next.uploads) rights.set(next);
  return () => {
    clearTimeout(clearing);
    clearing = setTimeout(() => rights.set(null), 1000);
  };
}

/** Null where no list is shown, or before it has come. */
export const useCreateRights = rights.use;
