import { describe, expect, it } from 'vitest';
import { backoff, EventReader } from './stream';
import { Subscriptions } from './subscriptions';

describe('the stream', () => {
  it('is read wherever it was cut', () => {
    const text =
      'event: hello\ndata: {"stream_id":"s1","epoch":"e1"}\n\n:\n\nevent: change\r\ndata: {"directory_id":"7","seq":12}\r\n\r\n' +
      'event: presence\ndata: {"directory_id":"7","people":[{"_id":"3","name":"سارا"}]}\n\nevent: permissions\ndata: {"space_id":"5","gone":false}\n\nevent: change\ndata: {broken\n\n';
    const whole = new EventReader().read(text);
    expect(whole).toEqual([
      { type: 'hello', streamId: 's1', epoch: 'e1' },
      { type: 'change', directoryId: '7', seq: 12 },
      { type: 'presence', directoryId: '7', people: [{ _id: '3', name: 'سارا' }] },
      { type: 'permissions', spaceId: '5', gone: false },
    ]);
    const clean = text.replace(/\r\n/g, '\n');
    for (let cut = 1; cut < clean.length; cut += 7) {
      const reader = new EventReader();
      expect([...reader.read(clean.slice(0, cut)), ...reader.read(clean.slice(cut))]).toEqual(whole);
    }
  });

  it('waits longer and longer, but not for ever', () => {
    expect([0, 1, 2, 20].map((tries) => backoff(tries, 1))).toEqual([500, 1000, 2000, 30_000]);
    expect(backoff(2, 0)).toBe(1000);
  });
});

describe('what tabs want', () => {
  const a = { spaceId: '1', directoryId: '10' };
  const b = { spaceId: '1', directoryId: '11' };

  it('is told together, each directory once', () => {
    const subscriptions = new Subscriptions();
    subscriptions.set('one', [a]);
    expect(subscriptions.set('two', [a, b])).toBe(true);
    expect(subscriptions.set('two', [a, b])).toBe(false);
    expect(subscriptions.wish()).toEqual({
      directories: [
        { space_id: '1', directory_id: '10' },
        { space_id: '1', directory_id: '11' },
      ],
      looking: ['10', '11'],
    });
    subscriptions.keepOnly(new Set(['one']));
    expect(subscriptions.wish().looking).toEqual(['10']);
    subscriptions.set('one', []);
    expect(subscriptions.isIdle).toBe(false);
    subscriptions.set('one', null);
    expect(subscriptions.isIdle).toBe(true);
  });

  it('says where somebody looks, and not what a page of one document listens to', () => {
    const subscriptions = new Subscriptions();
    subscriptions.set('one', [{ ...a, isUnseen: true }]);
    expect(subscriptions.wish()).toEqual({ directories: [{ space_id: '1', directory_id: '10' }], looking: [] });
    subscriptions.set('two', [a]);
    expect(subscriptions.wish().looking).toEqual(['10']);
  });

  it('catches up with the numbers it knows', () => {
    const subscriptions = new Subscriptions();
    subscriptions.set('one', [a]);
    expect(subscriptions.updateEpoch('e1')).toBe(false);
    expect(subscriptions.isNews('10', 5)).toBe(true);
    expect(subscriptions.isNews('10', 5)).toBe(false);
    expect(subscriptions.isNews('10', 6)).toBe(true);
    expect(subscriptions.wish()).toMatchObject({ epoch: 'e1', directories: [{ directory_id: '10', seq: 6 }] });
  });

  it('asks with the numbers of the run before when the server began anew, and then forgets them', () => {
    const subscriptions = new Subscriptions();
    subscriptions.set('one', [a]);
    subscriptions.updateEpoch('e1');
    subscriptions.isNews('10', 5);
    expect(subscriptions.updateEpoch('e2')).toBe(true);
    expect(subscriptions.wish().epoch).toBe('e1');
    subscriptions.renew('e2');
    expect(subscriptions.wish()).toEqual({
      epoch: 'e2',
      directories: [{ space_id: '1', directory_id: '10' }],
      looking: ['10'],
    });
  });

  it('takes what another tab has heard, but nothing older or of another run', () => {
    const subscriptions = new Subscriptions();
    subscriptions.set('one', [a]);
    subscriptions.adopt({ epoch: 'e1', seqs: { 10: 4 } });
    subscriptions.adopt({ epoch: 'e1', seqs: { 10: 3 } });
    subscriptions.adopt({ epoch: 'e0', seqs: { 10: 9 } });
    expect(subscriptions.wish().directories[0]?.seq).toBe(4);
  });
});
