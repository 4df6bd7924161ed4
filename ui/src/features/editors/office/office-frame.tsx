import { useEffect, useRef, useState } from 'react';
import { urlOf } from '~/api/calls';
import { WaitingState } from '~/features/viewers/waiting-state';
import { isolate, t } from '~/i18n';
import { openFile } from '../api';
import type { EditorProps } from '../port';
import { readMessage, writeMessage } from './messages';
import { newTokenRenewal } from './token';

/** So long the office server has to show a document, and to save one. */
const PATIENCE = 60_000;

/** A save that the office server was asked for. */
interface Asked {
  readonly done: () => void;
  readonly failed: (why: Error) => void;
}

/**
 * A document in an office server that speaks WOPI. The frame is a page of this server, which alone may hold a frame of that
 * one; it posts the token there and passes messages on. The office server itself saves.
 */
export function OfficeFrame({ opened, place, onHandle, onShown, onChange, onFail, onClose }: EditorProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [shown, setShown] = useState(false);
  const latest = useRef({ onHandle, onShown, onChange, onFail, onClose });
  useEffect(() => {
    latest.current = { onHandle, onShown, onChange, onFail, onClose };
  });
  const posted = opened.frame;
  const { file_name: name, mode } = opened;

  useEffect(() => {
    if (!posted) return undefined;
    const asked = new Set<Asked>();
    const settle = (how: (one: Asked) => void) => {
      asked.forEach(how);
      asked.clear();
    };
    const send = (message: object) => frame.current?.contentWindow?.postMessage(message, location.origin);
    const post = (id: string, values?: Record<string, unknown>) => send({ say: writeMessage(id, values) });
    const timer = setTimeout(() => latest.current.onFail(t('editors.officeSilent')), PATIENCE);
    const write = () =>
      new Promise<null>((resolve, reject) => {
        const late = setTimeout(() => reject(new Error('the office server does not save')), PATIENCE);
        asked.add({
          done: () => {
            clearTimeout(late);
            resolve(null);
          },
          failed: (why) => {
            clearTimeout(late);
            reject(why);
          },
        });
        post('Action_Save', { DontTerminateEdit: true, DontSaveIfUnmodified: true, Notify: true });
      });
    const token = newTokenRenewal(posted, {
      ask: async () => {
        const again = await openFile({ place, engine: 'wopi', viewOnly: mode === 'view' });
        return again.mode === mode ? (again.frame ?? null) : null;
      },
      give: ({ access_token: next, access_token_ttl: ttl }) =>
        post('Reset_Access_Token', { token: next, access_token_ttl: String(ttl) }),
      now: () => Date.now(),
    });
    const handleLoad = () => {
      clearTimeout(timer);
      token.start();
      setShown(true);
      latest.current.onShown();
      latest.current.onHandle({ write, onSaved: () => undefined, focus: () => frame.current?.focus() });
    };
    const handleMessage = (data: unknown) => {
      const message = readMessage(data);
      if (message?.id === 'App_LoadingStatus') {
        if (message.values['Status'] === 'Frame_Ready') post('Host_PostmessageReady');
        else if (message.values['Status'] === 'Document_Loaded') handleLoad();
        else if (message.values['Status'] === 'Failed') latest.current.onFail(t('editors.officeFailed'));
      } else if (message?.id === 'Doc_ModifiedStatus') {
        if (message.values['Modified'] === true) latest.current.onChange();
        else settle((one) => one.done());
      } else if (message?.id === 'Action_Save_Resp') {
        const { success } = message.values;
        settle((one) => (success === false ? one.failed(new Error('the office server cannot save')) : one.done()));
      } else if (message?.id === 'App_TokenExpiring') void token.renew();
      else if (message?.id === 'UI_Close') latest.current.onClose?.();
    };
    const listen = (event: MessageEvent<{ ready?: true; said?: unknown } | null>) => {
      if (event.source !== frame.current?.contentWindow || event.origin !== location.origin) return;
      if (event.data?.ready) {
        send({
          open: {
            url: posted.url,
            token: posted.access_token,
            ttl: posted.access_token_ttl,
            title: t('editors.frame', { name: isolate(name) }),
          },
        });
      } else handleMessage(event.data?.said);
    };
    addEventListener('message', listen);
    return () => {
      clearTimeout(timer);
      token.stop();
      removeEventListener('message', listen);
      settle((one) => one.failed(new Error('the page is closed')));
      latest.current.onHandle(null);
    };
  }, [posted, name, mode, place]);

  return (
    <>
      {!shown && (
        <div className="absolute inset-0">
          <WaitingState />
        </div>
      )}
      <iframe
        ref={frame}
        src={urlOf('GET editor/wopi/frame', {})}
        // It keeps the frame within from leading this window elsewhere; the page itself is ours.
        // oxlint-disable-next-line react/iframe-missing-sandbox -- its script speaks with this origin
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads allow-modals"
        title={t('editors.frame', { name: isolate(name) })}
        className={`size-full border-0 ${shown ? '' : 'opacity-0'}`}
      />
    </>
  );
}
