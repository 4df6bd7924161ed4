import { describe, expect, it } from 'vitest';
import { backoff, EventReader } from './stream';
import { Wants } from './wants';

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
    const wants = new Wants();
    wants.set('one', [a]);
    expect(wants.set('two', [a, b])).toBe(true);
    expect(wants.set('two', [a, b])).toBe(false);
    expect(wants.wish()).toEqual({
      directories: [
        { space_id: '1', directory_id: '10' },
        { space_id: '1', directory_id: '11' },
      ],
      looking: ['10', '11'],
    });
    wants.keepOnly(new Set(['one']));
    expect(wants.wish().looking).toEqual(['10']);
    wants.set('one', []);
    expect(wants.idle).toBe(false);
    wants.set('one', null);
    expect(wants.idle).toBe(true);
  });

  it('catches up with the numbers it knows', () => {
    const wants = new Wants();
    wants.set('one', [a]);
    expect(wants.hello('e1')).toBe(false);
    expect(wants.heard('10', 5)).toBe(true);
    expect(wants.heard('10', 5)).toBe(false);
    expect(wants.heard('10', 6)).toBe(true);
    expect(wants.wish()).toMatchObject({ epoch: 'e1', directories: [{ directory_id: '10', seq: 6 }] });
  });

  it('asks with the numbers of the run before when the server began anew, and then forgets them', () => {
    const wants = new Wants();
    wants.set('one', [a]);
    wants.hello('e1');
    wants.heard('10', 5);
    expect(wants.hello('e2')).toBe(true);
    expect(wants.wish().epoch).toBe('e1');
    wants.renew('e2');
    expect(wants.wish()).toEqual({
      epoch: 'e2',
      directories: [{ space_id: '1', directory_id: '10' }],
      looking: ['10'],
    });
  });

  it('takes what another tab has heard, but nothing older or of another run', () => {
    const wants = new Wants();
    wants.set('one', [a]);
    wants.adopt({ epoch: 'e1', seqs: { 10: 4 } });
    wants.adopt({ epoch: 'e1', seqs: { 10: 3 } });
    wants.adopt({ epoch: 'e0', seqs: { 10: 9 } });
    expect(wants.wish().directories[0]?.seq).toBe(4);
  });
});
