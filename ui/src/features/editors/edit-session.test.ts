import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Fault } from '~/api/fault';
import type { EditorOpened, EditorSaved } from '~/api/types';
import type { Draft } from '~/api/drafts';
import { EditSession } from './edit-session';

const place = { spaceId: 's', directoryId: 'd', fileId: 'f' };
const opened = (kind: EditorOpened['kind'] = 'word'): EditorOpened => ({
  base_version_id: 'v1',
  content_url: '/x',
  engine: 'embedded',
  file_name: 'a.docx',
  holder: null,
  is_head: true,
  kind,
  lease: { lease_id: 'l1', expires_at: '' },
  mode: 'edit',
  reason: '',
  size: 1,
});
const saved = (more: Partial<EditorSaved> = {}): EditorSaved => ({
  version_id: 'v2',
  file_id: 'f',
  directory_id: 'd',
  space_id: 's',
  name: 'a.docx',
  outcome: 'saved',
  lease: { lease_id: 'l1', expires_at: '' },
  ...more,
});
const refusal = (key: string, status = 409) => new Fault({ kind: 'refused', status, key });

function setUp(kind?: EditorOpened['kind'], engine: EditorOpened['engine'] = 'embedded') {
  const kept = new Map<string, Draft>();
  const calls = {
    ping: vi.fn(() => Promise.resolve()),
    save: vi.fn(() => Promise.resolve(saved())),
    close: vi.fn(() => Promise.resolve()),
  };
  const handle = {
    write: vi.fn(() => Promise.resolve({ body: new Blob(['work']), stamp: 1 })),
    onSaved: vi.fn(),
    focus: vi.fn(),
  };
  const drafts = {
    prepare: () => Promise.resolve(),
    put: (edits: Draft) => Promise.resolve(Boolean(kept.set(edits.id, edits))),
    find: () => Promise.resolve(null),
    remove: (id: string) => Promise.resolve(void kept.delete(id)),
  };
  const session = new EditSession({ ...opened(kind), engine }, place, {
    calls,
    drafts,
    user: 'u',
    now: () => Date.now(),
  });
  session.use(handle);
  session.start();
  return { session, calls, handle, kept, drafts };
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('an edit session', () => {
  it('saves a while after the last change, and not each of them', async () => {
    const { session, calls } = setUp();
    for (let i = 0; i < 5; i += 1) {
      session.noteChange();
      await pass(1000);
    }
    expect(calls.save).not.toHaveBeenCalled();
    await pass(3000);
    expect(calls.save).toHaveBeenCalledTimes(1);
    expect(session.get()).toMatchObject({ saveState: 'clean', hasDraft: false });
  });

  it('saves after a minute although the user types on', async () => {
    const { session, calls } = setUp();
    for (let i = 0; i < 65; i += 1) {
      session.noteChange();
      await pass(1000);
    }
    expect(calls.save).toHaveBeenCalled();
  });

  it('keeps on the device what is typed without a rest', async () => {
    const { session, calls, kept } = setUp();
    for (let i = 0; i < 9; i += 1) {
      session.noteChange();
      await pass(500);
    }
    expect(kept.size).toBe(1);
    expect(calls.save).not.toHaveBeenCalled();
    const first = kept.get('u/f/l1')?.at;
    for (let i = 0; i < 9; i += 1) {
      session.noteChange();
      await pass(500);
    }
    expect(kept.get('u/f/l1')?.at).toBeGreaterThan(first ?? 0);
    await pass(4000);
    expect(calls.save).toHaveBeenCalledTimes(1);
    expect(kept.size).toBe(0);
    await pass(60_000);
    expect(kept.size).toBe(0);
  });

  it('does not ask an office server to save while one types', async () => {
    const { session, handle } = setUp('word', 'wopi');
    for (let i = 0; i < 30; i += 1) {
      session.noteChange();
      await pass(500);
    }
    expect(handle.write).not.toHaveBeenCalled();
    await pass(3000);
    expect(handle.write).toHaveBeenCalledTimes(1);
  });

  it('does not keep what a save that is under way takes away', async () => {
    const { session, calls, kept } = setUp();
    const waiting: ((answer: EditorSaved) => void)[] = [];
    calls.save.mockImplementationOnce(() => new Promise((resolve) => waiting.push(resolve)));
    session.noteChange();
    await pass(3000);
    session.noteChange();
    await pass(9000);
    waiting[0]?.(saved());
    calls.save.mockRejectedValue(new Fault({ kind: 'noInternet' }));
    await pass(4000);
    expect(kept.size).toBe(1);
    expect(session.isSafe).toBe(true);
  });

  it('saves again what changed during a save, one save at a time', async () => {
    const { session, calls } = setUp();
    const waiting: ((answer: EditorSaved) => void)[] = [];
    calls.save.mockImplementationOnce(() => new Promise((resolve) => waiting.push(resolve)));
    session.noteChange();
    await pass(3000);
    session.noteChange();
    await pass(10_000);
    expect(calls.save).toHaveBeenCalledTimes(1);
    waiting[0]?.(saved());
    await pass(3000);
    expect(calls.save).toHaveBeenCalledTimes(2);
    expect(session.isDirty).toBe(false);
  });

  it('sends once for two saves that wait for a draft', async () => {
    const { session, calls, handle } = setUp();
    const work = { body: new Blob(['work']), stamp: 1 };
    const drafting: ((written: typeof work) => void)[] = [];
    handle.write.mockImplementationOnce(() => new Promise((resolve) => drafting.push(resolve)));
    for (let i = 0; i < 8; i += 1) {
      session.noteChange();
      await pass(500);
    }
    expect(handle.write).toHaveBeenCalledTimes(1);
    let atOnce = 0;
    let mostAtOnce = 0;
    calls.save.mockImplementation(async () => {
      mostAtOnce = Math.max(mostAtOnce, (atOnce += 1));
      await pass(10);
      atOnce -= 1;
      return saved();
    });
    const saves = [session.save(), session.save()];
    drafting[0]?.(work);
    await Promise.all(saves);
    expect(mostAtOnce).toBe(1);
    expect(calls.save).toHaveBeenCalledTimes(1);
    expect(session.get().saveState).toBe('clean');
  });

  it('saves nothing when nothing changed', async () => {
    const { session, calls } = setUp();
    await session.save();
    await session.close();
    expect(calls.save).not.toHaveBeenCalled();
    expect(calls.close).toHaveBeenCalledWith(place, 'l1');
  });

  it('keeps edits on the device while there is no server, and saves them when there is one', async () => {
    const { session, calls, kept } = setUp();
    calls.save.mockRejectedValueOnce(new Fault({ kind: 'noInternet' }));
    session.noteChange();
    await pass(3000);
    expect(session.get()).toMatchObject({ saveState: 'offline', hasDraft: true });
    expect(kept.get('u/f/l1')).toMatchObject({ lease: 'l1', version: 'v1', place });
    await pass(10_000);
    expect(session.get().saveState).toBe('clean');
    expect(kept.size).toBe(0);
  });

  it('does not end the lease of a file whose edits are not saved', async () => {
    const { session, calls, kept } = setUp();
    calls.save.mockRejectedValue(new Fault({ kind: 'server', status: 503 }));
    session.noteChange();
    await session.close();
    expect(calls.close).not.toHaveBeenCalled();
    expect(kept.size).toBe(1);
  });

  it('takes over what is being typed when the user saves, and lets them type when the timer does', async () => {
    const { session, calls, handle } = setUp();
    const commitTyping = vi.fn();
    session.use({ ...handle, commitTyping });
    session.noteChange();
    await pass(3000);
    expect(calls.save).toHaveBeenCalledTimes(1);
    expect(commitTyping).not.toHaveBeenCalled();
    session.noteChange();
    await session.save();
    expect(calls.save).toHaveBeenCalledTimes(2);
    expect(commitTyping).toHaveBeenCalledTimes(1);
  });

  it('says why a save is refused, and keeps the edits', async () => {
    const { session, calls, kept } = setUp();
    calls.save.mockRejectedValue(refusal('quota_exceeded', 413));
    session.noteChange();
    await pass(3000);
    expect(session.get().saveState).toBe('failed');
    expect(session.get().problem).not.toBe('');
    expect(kept.size).toBe(1);
  });

  it('saves although the device keeps nothing', async () => {
    const { session, calls, drafts } = setUp();
    drafts.put = () => Promise.reject(new DOMException('closing', 'InvalidStateError'));
    drafts.remove = drafts.put as never;
    session.noteChange();
    await pass(3000);
    expect(calls.save).toHaveBeenCalledTimes(1);
    expect(session.get()).toMatchObject({ saveState: 'clean', hasDraft: false });
  });

  it('keeps what is typed while saves are refused, and asks the server ever less often', async () => {
    const { session, calls, handle, kept } = setUp();
    calls.save.mockRejectedValue(refusal('quota_exceeded', 413));
    for (let i = 0; i < 600; i += 1) {
      session.noteChange();
      await pass(500);
    }
    // After 60 seconds of typing without a rest, and then with pauses of 10, 20, 40 and 60 seconds at the least.
    expect(calls.save.mock.calls.length).toBeGreaterThan(1);
    expect(calls.save.mock.calls.length).toBeLessThan(6);
    // The device keeps what there is every four seconds.
    expect(handle.write.mock.calls.length).toBeLessThan(85);
    calls.save.mockClear();
    handle.write.mockClear();
    session.noteChange();
    await pass(3000);
    expect(calls.save).not.toHaveBeenCalled();
    expect(handle.write).toHaveBeenCalledTimes(1);
    expect(kept.size).toBe(1);
    expect(session.get()).toMatchObject({ saveState: 'failed', hasDraft: true });
    calls.save.mockResolvedValue(saved());
    await session.save();
    expect(session.get()).toMatchObject({ saveState: 'clean', problem: null });
  });

  it('asks the server when the user saves while the timer only keeps, as it was refused', async () => {
    const { session, calls, handle } = setUp();
    calls.save.mockRejectedValueOnce(refusal('quota_exceeded', 413));
    session.noteChange();
    await pass(4000);
    let finish: (() => void) | undefined;
    const work = { body: new Blob(['work']), stamp: 1 };
    handle.write.mockImplementationOnce(() => new Promise((resolve) => (finish = () => resolve(work))));
    session.noteChange();
    await pass(3000);
    const byUser = session.save();
    finish?.();
    await byUser;
    expect(calls.save).toHaveBeenCalledTimes(2);
    expect(session.get().saveState).toBe('clean');
  });

  it('does not write a second time for the user when a writing under way fails', async () => {
    const { session, calls, handle } = setUp();
    let fail: (() => void) | undefined;
    handle.write.mockImplementationOnce(
      () => new Promise((_, reject) => (fail = () => reject(new Error('the editor wrote nothing')))),
    );
    session.noteChange();
    await pass(3000);
    const byUser = session.save();
    fail?.();
    await byUser;
    expect(handle.write).toHaveBeenCalledTimes(1);
    expect(calls.save).not.toHaveBeenCalled();
    expect(session.get().saveState).toBe('failed');
  });

  it('does not write again with every key after a writing that failed', async () => {
    const { session, handle } = setUp();
    handle.write.mockRejectedValue(new Error('the editor wrote nothing'));
    for (let i = 0; i < 240; i += 1) {
      session.noteChange();
      await pass(500);
    }
    expect(handle.write.mock.calls.length).toBeLessThan(6);
  });

  it('tells that what is typed offline is not kept yet', async () => {
    const { session, calls } = setUp();
    calls.save.mockRejectedValue(new Fault({ kind: 'noInternet' }));
    session.noteChange();
    await pass(3000);
    expect(session.isSafe).toBe(true);
    session.noteChange();
    expect(session.isSafe).toBe(false);
    await pass(3000);
    expect(session.get()).toMatchObject({ saveState: 'offline', hasDraft: true });
    expect(session.isSafe).toBe(true);
    expect(calls.save).toHaveBeenCalledTimes(1);
  });

  it('goes on with the copy after a conflict', async () => {
    const { session, calls } = setUp();
    const copy = saved({
      outcome: 'copy',
      file_id: 'g',
      name: 'a (Sara).docx',
      lease: { lease_id: 'l2', expires_at: '' },
    });
    calls.save.mockResolvedValueOnce(copy);
    session.noteChange();
    await pass(3000);
    expect(session.get()).toMatchObject({ outcome: copy, name: 'a (Sara).docx', isLost: false });
    session.noteChange();
    await pass(3000);
    expect(calls.save).toHaveBeenLastCalledWith({ ...place, fileId: 'g' }, 'l2', 'v1', expect.anything());
  });

  it('saves a document on what it loaded, and a sheet on what was saved last', async () => {
    for (const [kind, version] of [
      ['word', 'v1'],
      ['cell', 'v2'],
    ] as const) {
      const { session, calls } = setUp(kind);
      session.noteChange();
      await pass(3000);
      session.noteChange();
      await pass(3000);
      expect(calls.save).toHaveBeenLastCalledWith(place, 'l1', version, expect.anything());
    }
  });

  it('renews the lease, and saves at once when someone took the file', async () => {
    const { session, calls } = setUp();
    await pass(40_000);
    expect(calls.ping).toHaveBeenCalledTimes(2);
    await pass(18_000);
    calls.ping.mockRejectedValueOnce(refusal('edited_by_another_user', 423));
    session.noteChange();
    calls.save.mockResolvedValueOnce(
      saved({ outcome: 'copy', file_id: 'g', lease: { lease_id: 'l2', expires_at: '' } }),
    );
    await pass(2000);
    expect(calls.save).toHaveBeenCalledTimes(1);
    expect(session.get()).toMatchObject({ isLost: false, outcome: { file_id: 'g' } });
  });

  it('is lost when someone took the file and there was nothing to save', async () => {
    const { session, calls } = setUp();
    calls.ping.mockRejectedValue(refusal('closed_for_editing'));
    await pass(20_000);
    expect(session.get().isLost).toBe(true);
    await pass(60_000);
    expect(calls.ping).toHaveBeenCalledTimes(1);
  });
});
