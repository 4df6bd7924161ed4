import arabicUrl from '@fontsource-variable/vazirmatn/files/vazirmatn-arabic-wght-normal.woff2?url';
import latinUrl from '@fontsource-variable/vazirmatn/files/vazirmatn-latin-wght-normal.woff2?url';
import { useEffect, useMemo, useRef, useState } from 'react';
import { script } from 'virtual:isolated/docx-edit';
import { faultText, keyText } from '~/api/fault';
import { fetchBytes, fetchScript, troubleOf } from '~/features/viewers/isolated-bytes';
import { pageOf, useFrame } from '~/features/viewers/use-frame';
import { useLook } from '~/features/viewers/document/use-look';
import { WaitingState } from '~/features/viewers/waiting-state';
import { safeAddress, type Report } from '~/isolated/protocol';
import { loadErrors, t } from '~/i18n';
import { cx } from '~/kit/cx';
import { newId } from '~/kit/new-id';
import type { EditorHandle, EditorProps, Work } from '../port';
import { FrameAnswers } from './frame-answers';

/** How long the editor may take to write a document. */
const PATIENCE = 60_000;

interface EditParts {
  readonly parts: Readonly<Record<string, string>>;
}

const editPartsUrl = (url: string) => `${url}${url.includes('?') ? '&' : '?'}form=edit`;

/** A form with documents by their names. Not of FormData: a blob tells its type, and so the boundary of its parts, in small letters. */
function multipartForm(documents: Readonly<Record<string, ArrayBuffer>>): Blob {
  const boundary = `anbar-${newId()}`;
  const parts = Object.entries(documents).flatMap(([name, bytes]) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${name}.docx"\r\n\r\n`,
    bytes,
    '\r\n',
  ]);
  return new Blob([...parts, `--${boundary}--\r\n`], { type: `multipart/form-data; boundary=${boundary}` });
}

/** A document in an editor whose frame can reach nothing. */
export function WordEditor(props: EditorProps) {
  const { opened, readOnly, author } = props;
  const latest = useRef(props);
  latest.current = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const [shown, setShown] = useState(false);
  const look = useLook(frame, false);
  const page = useMemo(() => pageOf(script), []);
  const isThere = useRef(false);
  /** What the editor writes of the document before any edit; null until a moment after the document is there. */
  const untouched = useRef<ArrayBuffer | null>(null);
  const [pendingWrites] = useState(() => new FrameAnswers<ArrayBuffer>());

  const fail = (text: string) => latest.current.onFail(text);
  const handleReport = (report: Report) => {
    if (report.type === 'opened') {
      isThere.current = true;
      setShown(true);
      latest.current.onShown();
    } else if (report.type === 'untouched') {
      untouched.current = report.bytes;
    } else if (report.type === 'changed') {
      latest.current.onChange();
    } else if (report.type === 'written') {
      pendingWrites.accept(report.number, report.bytes);
      latest.current.onTrouble(null);
    } else if (report.type === 'unwritten') {
      pendingWrites.accept(report.number, null);
      latest.current.onTrouble(t('editors.unwritten'));
    } else if (report.type === 'save') {
      latest.current.onSave();
    } else if (report.type === 'link') {
      const safe = safeAddress(report.address);
      if (safe !== null) open(safe, '_blank', 'noopener,noreferrer');
    } else if (report.type === 'trouble') {
      void loadErrors().then(() => {
        const text = keyText('document_unreadable');
        // A document that is there is not thrown away: its edits may not be saved.
        if (isThere.current) latest.current.onTrouble(text);
        else fail(text);
      });
    }
  };
  const send = useFrame(frame, {
    script,
    async show(signal) {
      const editParts = readOnly
        ? Promise.resolve('{"parts":{}}')
        : fetchScript(editPartsUrl(opened.content_url), signal);
      const [bytes, arabic, latin] = await Promise.all(
        [opened.content_url, arabicUrl, latinUrl].map((url) => fetchBytes(url, signal)),
      );
      if (!bytes || !arabic || !latin) throw new Error('nothing fetched');
      await loadErrors();
      const trouble = troubleOf(bytes);
      if (trouble) throw new Error(keyText(trouble));
      const { parts } = JSON.parse(await editParts) as EditParts;
      const order = { type: 'edit', bytes, parts, look: look(), fonts: { arabic, latin }, author, readOnly } as const;
      return { order, transfer: [bytes, arabic, latin] };
    },
    onReport: handleReport,
    onHang: () => {
      // To write a long document takes longer than other answers, and has a patience of its own.
      if (pendingWrites.isWaiting) return;
      if (isThere.current) latest.current.onTrouble(t('editors.hangs'));
      else fail(t('editors.hangs'));
    },
    onAnswer: () => latest.current.onTrouble(null),
    onError: (error) => fail(faultText(error, 'editors')),
  });

  useEffect(() => {
    if (!shown) return undefined;
    // The frame knows these keys while it has the focus.
    const onKey = (event: KeyboardEvent) => {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
      if (!isCommand || (event.code !== 'KeyS' && event.code !== 'KeyP')) return;
      event.preventDefault();
      if (event.code === 'KeyP') send({ type: 'print' });
      else latest.current.onSave();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [send, shown]);
  useEffect(() => {
    if (shown) send({ type: 'look', look: look() });
  }, [send, shown, look]);
  useEffect(() => {
    if (shown) send({ type: 'read-only', readOnly });
  }, [send, shown, readOnly]);
  useEffect(() => {
    if (!shown) return undefined;
    const handle: EditorHandle = {
      async write(): Promise<Work | null> {
        const edited = await pendingWrites.request((number) => send({ type: 'write', number }), PATIENCE);
        if (!edited || !untouched.current) throw new Error('the editor wrote nothing');
        return { body: multipartForm({ untouched: untouched.current, edited }), stamp: 0 };
      },
      // Both writings tell all changes since the document was opened, so nothing has to be noted, nor a stamp to be known.
      onSaved: () => undefined,
      focus: () => frame.current?.focus(),
    };
    latest.current.onHandle(handle);
    return () => {
      latest.current.onHandle(null);
      pendingWrites.close();
    };
  }, [send, shown, pendingWrites]);

  return (
    <>
      {!shown && <WaitingState />}
      <iframe
        ref={frame}
        title={t('editors.frame', { name: opened.file_name })}
        sandbox="allow-scripts allow-modals"
        srcDoc={page}
        referrerPolicy="no-referrer"
        data-shown={shown}
        className={cx('absolute inset-0 size-full border-0 bg-sunken', !shown && 'opacity-0')}
      />
    </>
  );
}
