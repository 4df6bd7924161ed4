import { useEffect, useRef } from 'react';
import { urlOf } from '~/api/calls';
import type { EditorOpened } from '~/api/types';
import type { OfficeConfig } from '~/api/types.gen';
import { isolate, t } from '~/i18n';

/** What an editor of ONLYOFFICE tells, as the page between passes it on. */
export interface DocsEvents {
  readonly onDocumentReady: () => void;
  readonly onDocumentStateChange: (isChanged: boolean) => void;
  readonly onRequestClose: () => void;
  readonly onRequestSaveAs: (copy: { fileType: string; title: string; url: string }) => void;
  readonly onRequestRefreshFile: () => void;
  readonly onOutdatedVersion: () => void;
  readonly onError: (error: { errorDescription: string }) => void;
  readonly onWarning: (warning: { warningDescription: string }) => void;
}

/** How the page speaks to the editor. */
export interface DocsHandle {
  /** Gives the editor another version of the document. */
  readonly refresh: (config: OfficeConfig) => void;
}

/** A server that says nothing for so long is not there. */
const PATIENCE = 60_000;

type Message = { ready?: true; gone?: true; event?: keyof DocsEvents; data?: never } | null;

type Props = {
  opened: EditorOpened;
  events: DocsEvents;
  handle: { current: DocsHandle | null };
  /** The office server does not answer. */
  onFail: () => void;
};

/**
 * A document in an editor of ONLYOFFICE. The frame is a page of this server that holds the frame of that one: no script of an
 * office server runs at this origin.
 */
export function DocsFrame({ opened, events, handle, onFail }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const latest = useRef({ events, onFail });
  useEffect(() => {
    latest.current = { events, onFail };
  });
  const { config, document_server_url: base, file_name: name } = opened;
  const title = t('editors.officeFrame', { name: isolate(name) });
  useEffect(() => {
    const send = (message: object) => frame.current?.contentWindow?.postMessage(message, location.origin);
    const timer = setTimeout(() => latest.current.onFail(), PATIENCE);
    const listen = ({ source, origin, data }: MessageEvent<Message>) => {
      if (source !== frame.current?.contentWindow || origin !== location.origin) return;
      if (data?.ready) send({ open: { base, config, title } });
      else if (data?.gone) latest.current.onFail();
      else if (data?.event) {
        clearTimeout(timer);
        latest.current.events[data.event](data.data as never);
      }
    };
    addEventListener('message', listen);
    handle.current = { refresh: (next) => send({ refresh: next }) };
    return () => {
      clearTimeout(timer);
      removeEventListener('message', listen);
      handle.current = null;
    };
  }, [base, config, title, handle]);
  return (
    <iframe
      ref={frame}
      src={urlOf('GET editor/onlyoffice/frame', {})}
      // It keeps the frame within from leading this window elsewhere; the page itself is ours.
      // oxlint-disable-next-line react/iframe-missing-sandbox -- its script speaks with this origin
      sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads allow-modals"
      title={title}
      className="size-full border-0"
    />
  );
}
