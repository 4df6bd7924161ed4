import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '~/api/client';
import { changed, forgetRead } from '~/api/changed';
import { Fault } from '~/api/fault';
import { keyOf } from '~/api/keys';
import { queryClient } from '~/api/query';
import { hearChange, isOld } from './refresh';

const read = vi.fn(() => Promise.resolve({ entries: [] }));
let stop: () => void;

/** The server answers a change with a number, as soon as `answer` is called. */
function server() {
  let answer: (seq: number) => void;
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise((resolve) => {
        answer = (seq) => resolve(new Response(null, { status: 204, headers: { 'Anbar-Seq': String(seq) } }));
      }),
  );
  return { answer: (seq: number) => answer(seq) };
}

/** Like the page: a call, then a new read of the changed lists. */
async function make(spaceId = '1'): Promise<void> {
  await api.post('trash/empty', { body: { space_id: spaceId, directory_id: '10' } });
  await changed.files(spaceId);
}

async function madeAt(seq: number, spaceId?: string) {
  const { answer } = server();
  const made = make(spaceId);
  answer(seq);
  await made;
}

/** A list that is here, with one file in it. */
const showList = (awaitsTile: boolean) =>
  queryClient.setQueryData(keyOf('listing', '1', '10', 'directory', 'name:1', 1), {
    entries: [{ id: 'a', awaitsTile }],
  });

beforeEach(async () => {
  forgetRead();
  const list = new QueryObserver(queryClient, {
    queryKey: keyOf('listing', '1', '10', 'directory', 'name:1', 1),
    queryFn: read,
    retry: false,
  });
  stop = list.subscribe(() => {});
  await vi.waitFor(() => expect(list.getCurrentResult().isSuccess).toBe(true));
  read.mockClear();
});

afterEach(() => {
  stop();
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a line that broke', () => {
  it('has what could not be read meanwhile read again, and nothing else', async () => {
    read.mockRejectedValueOnce(new Fault({ kind: 'noResponse' }));
    await changed.files('1', '10');
    read.mockClear();
    await changed.unreachable();
    expect(read).toHaveBeenCalledTimes(1);
    await changed.unreachable();
    expect(read).toHaveBeenCalledTimes(1);
  });
});

describe('a list that was read just before the watching began', () => {
  it('is read again when pictures or lines may have come since', () => {
    showList(true);
    expect(isOld('1', '10')).toBe(true);
  });

  it('is good when all are there', () => {
    showList(false);
    expect(isOld('1', '10')).toBe(false);
  });
});

describe('a change of a directory that is shown', () => {
  it('is read once when it is one’s own, whether the stream tells of it after the answer', async () => {
    await madeAt(7);
    await hearChange('1', '10', 7);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('or before it', async () => {
    const { answer } = server();
    const made = make();
    const heard = hearChange('1', '10', 7);
    setTimeout(() => answer(7), 60);
    await Promise.all([made, heard]);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('is read when another person made it', async () => {
    await madeAt(7);
    await hearChange('1', '10', 8);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('is read when the server has begun anew and knows of no change there', async () => {
    await madeAt(7);
    read.mockClear();
    forgetRead();
    await hearChange('1', '10', 0);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('is read when one’s own change was elsewhere', async () => {
    await madeAt(7, '2');
    expect(read).not.toHaveBeenCalled();
    await hearChange('1', '10', 7);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('is read when it came after what was read again', async () => {
    await madeAt(7);
    const { answer } = server();
    const unread = api.post('trash/empty', { body: { space_id: '1', directory_id: '10' } });
    answer(9);
    await unread;
    await hearChange('1', '10', 9);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('is read when the server may count from the beginning', async () => {
    await madeAt(7);
    forgetRead();
    await hearChange('1', '10', 3);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('is read a moment later, once, while files come in one after the other', async () => {
    const { answer } = server();
    const sent = api.post('upload/complete', { body: { space_id: '1', key: 'a', checksum: 'b' } });
    answer(7);
    await sent;
    vi.useFakeTimers();
    changed.filesSoon('1');
    const heard = hearChange('1', '10', 7);
    await vi.advanceTimersByTimeAsync(100);
    await heard;
    expect(read).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    expect(read).toHaveBeenCalledTimes(1);
  });
});
