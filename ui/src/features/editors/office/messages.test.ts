import { describe, expect, it } from 'vitest';
import { readMessage, writeMessage } from './messages';

describe('messages of an office server', () => {
  it('are read back as they were written', () => {
    expect(readMessage(writeMessage('Action_Save', { Notify: true }))).toEqual({
      id: 'Action_Save',
      values: { Notify: true },
    });
  });

  it('are none when they are anything else', () => {
    for (const odd of [null, 7, {}, '', '{', '[]', '"x"', 'null', '{"MessageId":7}', '{"Values":{}}']) {
      expect(readMessage(odd), JSON.stringify(odd)).toBeNull();
    }
    expect(readMessage('{"MessageId":"UI_Close","Values":7}')).toEqual({ id: 'UI_Close', values: {} });
  });
});
