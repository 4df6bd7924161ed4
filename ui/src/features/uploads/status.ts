/** States of one upload, as the specification names them. */
export type Status =
  | 'WAITING'
  | 'CREATED'
  | 'READY'
  | 'UPLOADING'
  | 'UPLOAD_COMPLETE'
  | 'UPLOAD_SUCCESS'
  | 'ERROR'
  | 'PAUSE'
  | 'CANCEL';

export type StatusEvent =
  /** Its turn in the queue has come. */
  | 'start'
  /** initialize has answered. */
  | 'initialized'
  /** Bytes of a part are being sent. */
  | 'part'
  /** Every part has been sent. */
  | 'sent'
  /** complete has answered. */
  | 'completed'
  | 'fail'
  /** The same file once more from initialize: smaller parts, or an answer that was lost. */
  | 'restart'
  | 'pause'
  | 'resume'
  | 'cancel';

const TABLE: Record<Status, Partial<Record<StatusEvent, Status>>> = {
  WAITING: { start: 'CREATED', pause: 'PAUSE', cancel: 'CANCEL', fail: 'ERROR' },
  CREATED: {
    start: 'CREATED',
    restart: 'CREATED',
    initialized: 'READY',
    pause: 'PAUSE',
    cancel: 'CANCEL',
    fail: 'ERROR',
  },
  READY: {
    restart: 'CREATED',
    part: 'UPLOADING',
    sent: 'UPLOAD_COMPLETE',
    pause: 'PAUSE',
    cancel: 'CANCEL',
    fail: 'ERROR',
  },
  UPLOADING: {
    restart: 'CREATED',
    part: 'UPLOADING',
    sent: 'UPLOAD_COMPLETE',
    pause: 'PAUSE',
    cancel: 'CANCEL',
    fail: 'ERROR',
  },
  UPLOAD_COMPLETE: { restart: 'CREATED', completed: 'UPLOAD_SUCCESS', cancel: 'CANCEL', fail: 'ERROR' },
  UPLOAD_SUCCESS: {},
  ERROR: { resume: 'CREATED', cancel: 'CANCEL' },
  PAUSE: { resume: 'CREATED', cancel: 'CANCEL' },
  CANCEL: {},
};

/** The state after `event`, or null when the event means nothing in this state. */
export function transition(status: Status, event: StatusEvent): Status | null {
  return TABLE[status][event] ?? null;
}

/** Waiting for its turn in the queue. */
export function isQueued(status: Status): boolean {
  return status === 'WAITING' || status === 'CREATED';
}

/** Not over, not stopped: leaving the page now would interrupt it. */
export function isUnderWay(status: Status): boolean {
  return isQueued(status) || status === 'READY' || status === 'UPLOADING' || status === 'UPLOAD_COMPLETE';
}

export function isOver(status: Status): boolean {
  return status === 'UPLOAD_SUCCESS' || status === 'CANCEL';
}
