import type { OfficeConfig } from '~/api/types.gen';

/** The global that the script of an office server defines. */
export interface DocEditor {
  readonly destroyEditor: () => void;
  /** Missing in older servers. */
  readonly refreshFile?: (config: OfficeConfig) => void;
}

export interface OfficeEvent<T = unknown> {
  readonly data: T;
}

/** The events of an editor for the page around it. */
export interface OfficeEvents {
  readonly onDocumentReady: () => void;
  readonly onDocumentStateChange: (event: OfficeEvent<boolean>) => void;
  readonly onRequestClose: () => void;
  readonly onRequestSaveAs: (event: OfficeEvent<{ fileType: string; title: string; url: string }>) => void;
  readonly onRequestRefreshFile: () => void;
  readonly onOutdatedVersion: () => void;
  readonly onError: (event: OfficeEvent<{ errorDescription?: string } | undefined>) => void;
  readonly onWarning: (event: OfficeEvent<{ warningDescription?: string } | undefined>) => void;
}

interface DocsApi {
  readonly DocEditor: new (place: string, config: object) => DocEditor;
}

declare global {
  interface Window {
    DocsAPI?: DocsApi;
  }
}

/** A server that says nothing for so long is not there. */
const PATIENCE = 30_000;

let loading: Promise<DocsApi> | null = null;

/** Fetches the script of an office server once; a failure is forgotten, so that another try asks again. */
export function loadDocsApi(server: string): Promise<DocsApi> {
  loading ??= load(`${server.replace(/\/+$/, '')}/web-apps/apps/api/documents/api.js`).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

function load(address: string): Promise<DocsApi> {
  return new Promise((done, fail) => {
    const script = document.createElement('script');
    const end = (error?: Error) => {
      clearTimeout(timer);
      if (!error && window.DocsAPI) return done(window.DocsAPI);
      script.remove();
      return fail(error ?? new Error(`no editor in ${address}`));
    };
    const timer = setTimeout(() => end(new Error(`no answer from ${address}`)), PATIENCE);
    script.addEventListener('load', () => end());
    script.addEventListener('error', () => end(new Error(`no script at ${address}`)));
    script.src = address;
    document.head.append(script);
  });
}

/** Whether this document came with the policy that lets the script of the office server run. */
export const isOfficePage = (): boolean => {
  const [arrival] = performance.getEntriesByType('navigation');
  return arrival !== undefined && new URL(arrival.name).pathname.startsWith('/editor/');
};
