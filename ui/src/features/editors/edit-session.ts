import { Fault, faultText } from '~/api/fault';
import type { EditorOpened, EditorSaved } from '~/api/types';
import { createEmitter } from '~/kit/store';
import type { Calls } from './api';
import { draftId, type DraftStore } from '~/api/drafts';
import { isElsewhere } from './outcome';
import type { EditorHandle, FilePlace, Work } from './port';

/** Of the lease, in milliseconds; it lasts a minute. */
const PING = 20_000;
/** After the last change. */
const SAVE_AFTER_PAUSE = 3000;
/** After the first change that is not saved. */
const SAVE_AT_LATEST = 60_000;
/** After the first change that no draft has: a tab can end at any moment, and one may type without a rest. */
const DRAFT_AFTER = 4000;
/** Before a save that found no server or was refused is tried again; it doubles with each, up to RETRY_AT_MOST. */
const RETRY = 10_000;
const RETRY_AT_MOST = 60_000;
/** Before a document that could not be written is written again for its draft. */
const DRAFT_AGAIN = 60_000;

export type SaveState = 'clean' | 'dirty' | 'saving' | 'offline' | 'failed';

/** How a run ended: only 'sent' asked the server. After 'unsent' there is something that a further save may send. */
type RunResult = 'sent' | 'needless' | 'unwritten' | 'unsent';

export interface EditSessionState {
  /** The file that is edited: a copy after a conflict. */
  readonly place: FilePlace;
  readonly name: string;
  readonly saveState: SaveState;
  readonly savedAt: number | null;
  /** Why the last save was refused, for the user. */
  readonly problem: string | null;
  /** Edits are in a draft on this device, but for those of the last seconds. */
  readonly hasDraft: boolean;
  /** The edits went elsewhere: into a copy beside the file, or into My Drive. */
  readonly outcome: EditorSaved | null;
  /** Someone else, or this person elsewhere, edits the file now. */
  readonly isLost: boolean;
}

export interface Deps {
  readonly calls: Calls;
  readonly drafts: DraftStore;
  readonly user: string;
  readonly now: () => number;
}

/** No server, or one that has no time: it is asked again. */
const isTransient = (error: unknown) => !(error instanceof Fault) || error.kind !== 'refused';
const isOneOf = (error: unknown, ...keys: string[]) => error instanceof Fault && keys.includes(error.key ?? '');

/** One person edits one file: renews the lease, saves what changed, and has a draft on the device until it is saved. */
export class EditSession {
  #state: EditSessionState;
  readonly #changed = createEmitter();
  readonly #deps: Deps;
  readonly #kind: EditorOpened['kind'];
  #lease: string | null;
  #version: string;
  #handle: EditorHandle | null = null;
  #changes = 0;
  #firstChange = 0;
  #savedUpTo = 0;
  /** The changes that the draft on this device has. */
  #draftUpTo = 0;
  /** A save, or the writing of a draft: one at a time. */
  #running: Promise<RunResult> | null = null;
  #failures = 0;
  /** The server is not asked before, unless the user wants it. */
  #notBefore = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #draftTimer: ReturnType<typeof setTimeout> | undefined;
  #draftPause = DRAFT_AFTER;
  #pings: ReturnType<typeof setInterval> | undefined;
  #isStopped = false;
  readonly #isOffice: boolean;

  constructor(opened: EditorOpened, place: FilePlace, deps: Deps) {
    this.#deps = deps;
    this.#kind = opened.kind;
    this.#isOffice = opened.engine !== 'embedded';
    this.#lease = opened.lease?.lease_id ?? null;
    this.#version = opened.base_version_id;
    this.#state = {
      place,
      name: opened.file_name,
      saveState: 'clean',
      savedAt: null,
      problem: null,
      hasDraft: false,
      outcome: null,
      isLost: false,
    };
  }

  readonly get = (): EditSessionState => this.#state;
  readonly subscribe = this.#changed.subscribe;

  /** Begins to renew the lease. */
  start(): void {
    this.#isStopped = false;
    clearInterval(this.#pings);
    if (this.#lease) this.#pings = setInterval(() => void this.#ping(), PING);
  }

  get isDirty(): boolean {
    return this.#changes > this.#savedUpTo;
  }

  /** Whether nothing is lost when the page is closed now: each change is saved, or in the draft on this device. */
  get isSafe(): boolean {
    return Math.max(this.#savedUpTo, this.#draftUpTo) >= this.#changes;
  }

  use(handle: EditorHandle | null): void {
    this.#handle = handle;
  }

  /** The user changed something. */
  noteChange(): void {
    if (this.#isStopped || !this.#lease) return;
    if (!this.isDirty) this.#firstChange = this.#deps.now();
    this.#changes += 1;
    if (this.#state.saveState === 'clean') this.#set({ saveState: 'dirty' });
    const latest = this.#firstChange + SAVE_AT_LATEST - this.#deps.now();
    this.#scheduleSave(Math.max(0, Math.min(SAVE_AFTER_PAUSE, latest)));
    // An office server has the work, and is asked to save it with each writing.
    if (!this.#isOffice) this.#scheduleDraft();
  }

  /** Makes a change of what is being typed. */
  commitTyping(leaves = false): void {
    this.#handle?.commitTyping?.(leaves);
  }

  /**
   * Saves what there is; one save runs at a time, and a further one follows when there is more. That of the timer waits after
   * a refusal, and leaves alone what is being typed.
   */
  async save(isByTimer = false): Promise<void> {
    if (!isByTimer) this.commitTyping();
    clearTimeout(this.#timer);
    // Of several that waited for the same run, one begins the next.
    while (this.#running) {
      if (!this.#canSaveAfter(await this.#running)) return;
    }
    this.#running = this.#writeAndSend(isByTimer).finally(() => {
      this.#running = null;
    });
    await this.#running;
  }

  /** Whether a run left something that a further save may send: it only wrote a draft, or there were changes since it began. */
  #canSaveAfter(run: RunResult): boolean {
    return run === 'unsent' || this.#state.saveState === 'dirty';
  }

  /** The page is closed: what is not saved is at least in a draft. */
  async close(): Promise<void> {
    if (this.#isStopped) return;
    this.commitTyping(true);
    await this.save();
    this.stop();
    const lease = this.#lease;
    if (lease && !this.isDirty) await this.#deps.calls.close(this.#state.place, lease).catch(() => undefined);
  }

  /** Ends timers; the lease ends by itself after a minute. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#draftTimer);
    clearInterval(this.#pings);
  }

  /** The user has read where the edits went. */
  clearOutcome(): void {
    this.#set({ outcome: null });
  }

  #set(next: Partial<EditSessionState>): void {
    this.#state = { ...this.#state, ...next };
    this.#changed.emit();
  }

  #scheduleSave(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save(true), milliseconds);
  }

  #scheduleDraft(): void {
    this.#draftTimer ??= setTimeout(() => {
      this.#draftTimer = undefined;
      if (this.isSafe) return;
      if (this.#running) this.#scheduleDraft();
      else {
        this.#running = this.#writeDraft().finally(() => {
          this.#running = null;
        });
      }
    }, this.#draftPause);
  }

  /** Writes a draft of what there is, and asks no server. */
  async #writeDraft(): Promise<RunResult> {
    const upTo = this.#changes;
    const began = this.#deps.now();
    const work = await this.#handle?.write().catch(() => undefined);
    // A large document takes long to write; one that cannot be written is not tried with every key.
    this.#draftPause = work === undefined ? DRAFT_AGAIN : Math.max(DRAFT_AFTER, 20 * (this.#deps.now() - began));
    if (!work || this.#isStopped) return 'unsent';
    await this.#storeDraft(work, upTo);
    if (!this.isSafe) this.#scheduleDraft();
    return 'unsent';
  }

  /** Writes a draft of what there is and sends it, unless the timer asks and the server refused a moment ago. */
  async #writeAndSend(isByTimer: boolean): Promise<RunResult> {
    const handle = this.#handle;
    if (!handle || !this.#lease || !this.isDirty) return 'needless';
    const upTo = this.#changes;
    const waits = isByTimer && this.#deps.now() < this.#notBefore;
    if (!waits) this.#set({ saveState: 'saving' });
    const work = await handle.write().catch(() => undefined);
    if (work === undefined) {
      this.#firstChange = this.#deps.now();
      this.#set({ saveState: 'failed', problem: null });
      return 'unwritten';
    }
    if (work === null) {
      this.#recordSave(upTo);
      return 'needless';
    }
    await this.#storeDraft(work, upTo);
    if (waits) {
      if (this.#state.saveState === 'failed') handle.onRefused?.();
      this.#firstChange = this.#deps.now();
      if (!this.#isStopped) this.#scheduleSave(Math.max(0, this.#notBefore - this.#deps.now()));
      return 'unsent';
    }
    try {
      const answer = await this.#deps.calls.save(this.#state.place, this.#lease, this.#version, work.body);
      await this.#deps.drafts.remove(this.#draftId()).catch(() => undefined);
      handle.onSaved(work);
      this.#recordSave(upTo, answer);
    } catch (error) {
      this.#recordRefusal(error);
    }
    return 'sent';
  }

  /** The server has the work up to there; one goes on with the file of its answer. */
  #recordSave(upTo: number, answer?: EditorSaved): void {
    if (answer) {
      // The untouched writing of a document belongs to the version that its editor loaded.
      if (this.#kind !== 'word') this.#version = answer.version_id;
      if (answer.lease) this.#lease = answer.lease.lease_id;
    }
    if (answer && isElsewhere(answer)) {
      this.#set({
        place: { spaceId: answer.space_id, directoryId: answer.directory_id, fileId: answer.file_id },
        name: answer.name,
        outcome: answer,
        isLost: answer.lease === null,
      });
    }
    this.#savedUpTo = upTo;
    this.#firstChange = this.#deps.now();
    this.#failures = 0;
    this.#notBefore = 0;
    this.#set({
      saveState: this.isDirty ? 'dirty' : 'clean',
      savedAt: this.#deps.now(),
      problem: null,
      hasDraft: false,
    });
    if (this.isDirty) this.#scheduleSave(SAVE_AFTER_PAUSE);
  }

  #recordRefusal(error: unknown): void {
    const pause = Math.min(RETRY * 2 ** this.#failures, RETRY_AT_MOST);
    this.#failures += 1;
    // SAVE_AT_LATEST counts anew, or every key would save at once.
    this.#firstChange = this.#deps.now();
    this.#notBefore = this.#firstChange + pause;
    if (isTransient(error)) {
      this.#set({ saveState: 'offline', problem: null });
      if (!this.#isStopped) this.#scheduleSave(pause);
    } else {
      this.#handle?.onRefused?.();
      this.#set({ saveState: 'failed', problem: faultText(error, 'editors') });
    }
  }

  #draftId = () => draftId(this.#deps.user, this.#state.place.fileId, this.#lease ?? '');

  /** Puts the work into a draft on this device, where the browser lets it. */
  async #storeDraft(work: Work, upTo: number): Promise<void> {
    const { place, name } = this.#state;
    const draft = {
      id: this.#draftId(),
      user: this.#deps.user,
      place,
      name,
      lease: this.#lease ?? '',
      version: this.#version,
      body: work.body,
      at: this.#deps.now(),
    };
    const hasDraft = await this.#deps.drafts.put(draft).catch(() => false);
    this.#set({ hasDraft });
    this.#draftUpTo = hasDraft ? upTo : 0;
  }

  async #ping(): Promise<void> {
    const lease = this.#lease;
    if (!lease || this.#state.isLost) return;
    try {
      await this.#deps.calls.ping(this.#state.place, lease);
      if (this.#state.saveState === 'offline') await this.save();
    } catch (error) {
      if (isTransient(error)) return;
      // Unsaved edits go into a copy, or into My Drive when the permission was taken.
      const was = this.#state.place.fileId;
      if (this.isDirty) await this.save();
      if (this.#state.place.fileId !== was) return;
      // An office server gives a file back while nobody does anything, and takes it again.
      if (this.#isOffice && isOneOf(error, 'closed_for_editing')) return;
      if (isOneOf(error, 'edited_by_another_user', 'closed_for_editing', 'permission_denied', 'invalid_id')) {
        clearInterval(this.#pings);
        this.#set({ isLost: true });
      }
    }
  }
}
