/** A message of an office server to the page around its frame, as the protocol has it: JSON in a text. */
export interface OfficeMessage {
  readonly id: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export function readMessage(data: unknown): OfficeMessage | null {
  if (typeof data !== 'string') return null;
  try {
    const message: unknown = JSON.parse(data);
    if (typeof message !== 'object' || message === null || !('MessageId' in message)) return null;
    const { MessageId: id } = message;
    const values = 'Values' in message ? message.Values : null;
    if (typeof id !== 'string') return null;
    return { id, values: typeof values === 'object' && values !== null ? { ...values } : {} };
  } catch {
    return null;
  }
}

export const writeMessage = (id: string, values: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({ MessageId: id, SendTime: Date.now(), Values: values });
