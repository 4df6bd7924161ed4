import { describe, expect, it } from 'vitest';
import { transition, type Status, type StatusEvent } from './status';

const STATUSES: Status[] = [
  'WAITING',
  'CREATED',
  'READY',
  'UPLOADING',
  'UPLOAD_COMPLETE',
  'UPLOAD_SUCCESS',
  'ERROR',
  'PAUSE',
  'CANCEL',
];
const EVENTS: StatusEvent[] = [
  'start',
  'initialized',
  'part',
  'sent',
  'completed',
  'fail',
  'restart',
  'pause',
  'resume',
  'cancel',
];

/** Rows: from; columns: in the order of EVENTS; a dot: the event means nothing there. */
const TABLE = `
WAITING         CREATED . . . . ERROR . PAUSE . CANCEL
CREATED         CREATED READY . . . ERROR CREATED PAUSE . CANCEL
READY           . . UPLOADING UPLOAD_COMPLETE . ERROR CREATED PAUSE . CANCEL
UPLOADING       . . UPLOADING UPLOAD_COMPLETE . ERROR CREATED PAUSE . CANCEL
UPLOAD_COMPLETE . . . . UPLOAD_SUCCESS ERROR CREATED . . CANCEL
UPLOAD_SUCCESS  . . . . . . . . . .
ERROR           . . . . . . . . CREATED CANCEL
PAUSE           . . . . . . . . CREATED CANCEL
CANCEL          . . . . . . . . . .
`;

describe('transition', () => {
  const rows = TABLE.trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));

  it('has a row for every state', () => {
    expect(rows.map(([from]) => from)).toEqual(STATUSES);
  });

  for (const [from, ...cells] of rows) {
    it.each(EVENTS.map((event, index) => [event, cells[index]] as const))(`${from} on %s becomes %s`, (event, to) => {
      expect(transition(from as Status, event)).toBe(to === '.' ? null : to);
    });
  }
});
