import { api } from '~/api/client';
import { Fault } from '~/api/fault';
import { openAtGoogle } from '~/api/google';
import type { GoogleClosed, GoogleStarted, GoogleState } from '~/api/types.gen';

/** How often the page says that the document is still open, in milliseconds. */
const PING = 20_000;

/** The state that the page shows. */
export type Shown =
  | { readonly step: 'wait' }
  | { readonly step: 'connect'; readonly started: GoogleStarted }
  | {
      readonly step: 'open';
      readonly started: GoogleStarted;
      readonly state: GoogleState | null;
      readonly isOffline: boolean;
    }
  | { readonly step: 'closed'; readonly closed: GoogleClosed; readonly started: GoogleStarted }
  | { readonly step: 'gone' }
  | { readonly step: 'failed'; readonly error: unknown };

/** Where the file lies, for the time when the document at Google is closed. */
export interface Asked {
  readonly editorId: string;
  readonly spaceId: string;
  readonly directoryId: string;
  readonly fileId: string;
}

const path = (editor_id: string) => ({ path: { editor_id } });
const isGone = (error: unknown) => error instanceof Fault && error.status === 404;

/** A document that is open at Google, as long as its page is. */
export class GoogleSession {
  private timer: ReturnType<typeof setInterval> | undefined;
  private shown: Shown = { step: 'wait' };
  private ended = false;

  constructor(
    private readonly asked: Asked,
    private readonly show: (shown: Shown) => void,
    /** Goes to the page of another session; the last one was closed. */
    private readonly follow: (link: string) => void,
    /** This page follows another one that had ended: it does not follow on. */
    private readonly isFollowing: boolean,
  ) {}

  async start(): Promise<void> {
    this.set({ step: 'wait' });
    try {
      const started = await api.get('editor/google/init/{editor_id}', path(this.asked.editorId));
      if (this.ended) return;
      if (!started.link) return this.set({ step: 'connect', started });
      this.set({ step: 'open', started, state: null, isOffline: false });
      this.timer ??= setInterval(() => void this.ping(), PING);
      await this.ping();
    } catch (error) {
      if (isGone(error) && !this.isFollowing) return this.reopen();
      this.set(isGone(error) ? { step: 'gone' } : { step: 'failed', error });
    }
  }

  /** Asks at once. */
  async ping(): Promise<void> {
    const now = this.shown;
    if (now.step !== 'open') return;
    try {
      const state = await api.get('editor/google/ping-open/{editor_id}', path(this.asked.editorId));
      // A copy goes on in the place of the file.
      const started = { ...now.started, file_name: state.file_name, file_id: state.file_id, space_id: state.space_id };
      this.setOpen({ ...now, started, state, isOffline: false });
    } catch (error) {
      if (isGone(error)) return this.reopen();
      // A server that has too much to do is asked again.
      if (error instanceof Fault && error.kind === 'refused') {
        this.stop();
        return this.set({ step: 'failed', error });
      }
      this.setOpen({ ...now, isOffline: true });
    }
  }

  /** Opens the file again after its document at Google was closed. */
  private async reopen(): Promise<void> {
    this.stop();
    const { spaceId, directoryId, fileId } = this.asked;
    if (!fileId) return this.set({ step: 'gone' });
    try {
      const link = await openAtGoogle(spaceId, directoryId, fileId);
      if (!this.ended) this.follow(link);
    } catch (error) {
      this.set(isGone(error) ? { step: 'gone' } : { step: 'failed', error });
    }
  }

  async close(): Promise<void> {
    const now = this.shown;
    if (now.step !== 'open') return;
    const closed = await api.get('editor/google/close/{editor_id}', path(this.asked.editorId));
    this.stop();
    this.set({ step: 'closed', closed, started: now.started });
  }

  /** The page is left. */
  end(): void {
    this.ended = true;
    this.stop();
  }

  private stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private setOpen(shown: Shown): void {
    if (this.shown.step === 'open') this.set(shown);
  }

  private set(shown: Shown): void {
    this.shown = shown;
    if (!this.ended) this.show(shown);
  }
}
