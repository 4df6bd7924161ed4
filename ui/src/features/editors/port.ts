import type { EditorOpened } from '~/api/types';

/** Where a file lies. */
export interface FilePlace {
  readonly spaceId: string;
  readonly directoryId: string;
  readonly fileId: string;
}

/** The body of a save: a form with both writings of a document, or the operations on a sheet as JSON. */
export interface Work {
  readonly body: Blob;
  /** How far the editor had come; given back when the server has it. */
  readonly stamp: number;
}

/** How the page speaks to an editor. */
export interface EditorHandle {
  /**
   * The body of a save: at least what the server does not have yet, null when that is nothing. An editor of text documents
   * writes all changes since it opened the document, each time, and never null.
   */
  readonly write: () => Promise<Work | null>;
  /** Called when the server has what this work says. */
  readonly onSaved: (work: Work) => void;
  /** Called when the server refused what was written, and has none of it. */
  readonly onRefused?: () => void;
  /** Makes a change of what is being typed; when the page is left, nobody goes on typing. */
  readonly commitTyping?: (leaves: boolean) => void;
  readonly focus: () => void;
}

/** The props of every editor. It is drawn anew, with another key, when another version of the file has to be shown. */
export interface EditorProps {
  readonly opened: EditorOpened;
  readonly place: FilePlace;
  readonly readOnly: boolean;
  /** The name under comments and tracked changes. */
  readonly author: string;
  /** Tells how to speak to the editor once it shows the document, and null when it is gone. */
  readonly onHandle: (handle: EditorHandle | null) => void;
  readonly onShown: () => void;
  /** There is something to save. */
  readonly onChange: () => void;
  /** The user asks to save now. */
  readonly onSave: () => void;
  /** The document cannot be shown, with the reason for the user. */
  readonly onFail: (text: string) => void;
  /** The editor has a problem and keeps the edits, with the words for the user; null when it is over. */
  readonly onTrouble: (text: string | null) => void;
  /** The user closes the document in the editor. */
  readonly onClose?: () => void;
}
