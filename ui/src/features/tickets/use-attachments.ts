import { useEffect, useRef, useState } from 'react';
import { faultText } from '~/api/fault';
import { sendFile } from '~/api/send-file';
import { t } from '~/i18n';
import { detach } from './api';

export const MOST = 5;
const BYTES = 25 * 2 ** 20;
export const types = ['image/jpeg', 'image/png', 'video/mp4'];

/** A file on its way to the server, or there. */
export interface Sending {
  readonly key: number;
  readonly file: File;
  readonly share: number;
  /** Of the attachment, once it is there. */
  readonly id?: string;
}

function problemOf(file: File): string {
  if (!types.includes(file.type)) return t('tickets.wrongType', { name: file.name });
  return file.size > BYTES ? t('tickets.tooBig', { name: file.name }) : '';
}

/** The attachments of a message that is being written. Each is sent as soon as it is chosen. */
export function useAttachments() {
  const [all, setAll] = useState<readonly Sending[]>([]);
  const [problem, setProblem] = useState('');
  const stops = useRef(new Map<number, AbortController>());
  const next = useRef(0);
  useEffect(() => {
    const open = stops.current;
    return () => open.forEach((stop) => stop.abort());
  }, []);

  const change = (key: number, to: Partial<Sending>) =>
    setAll((before) => before.map((one) => (one.key === key ? { ...one, ...to } : one)));
  const drop = (key: number) => setAll((before) => before.filter((one) => one.key !== key));

  const send = async (key: number, file: File) => {
    const stop = new AbortController();
    stops.current.set(key, stop);
    try {
      const made = await sendFile(
        'POST support/attachments',
        { query: { name: file.name } },
        { file, signal: stop.signal, onProgress: (share) => change(key, { share }) },
      );
      change(key, { share: 1, id: made.attachment_id });
    } catch (error) {
      drop(key);
      if (!stop.signal.aborted) setProblem(faultText(error));
    }
    stops.current.delete(key);
  };

  return {
    all,
    problem,
    busy: all.some(({ id }) => !id),
    ids: all.flatMap(({ id }) => id ?? []),
    add: (files: readonly File[]) => {
      setProblem('');
      let room = MOST - all.length;
      for (const file of files) {
        const wrong = room > 0 ? problemOf(file) : t('tickets.tooMany');
        if (wrong) {
          setProblem(wrong);
          continue;
        }
        room -= 1;
        const key = next.current++;
        setAll((before) => [...before, { key, file, share: 0 }]);
        void send(key, file);
      }
    },
    remove: ({ key, id }: Sending) => {
      stops.current.get(key)?.abort();
      drop(key);
      // The server forgets attachments that stay behind after a day.
      if (id) void detach(id).catch(() => undefined);
    },
    clear: () => setAll([]),
  };
}

export type Attachments = ReturnType<typeof useAttachments>;
