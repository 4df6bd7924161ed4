import {
  getDocument,
  GlobalWorkerOptions,
  PasswordResponses,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
} from 'pdfjs-dist';
// oxlint-disable-next-line import/default -- the build answers with its address
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { useEffect, useState } from 'react';

GlobalWorkerOptions.workerSrc = workerUrl;

const urls = (found: Record<string, string>) =>
  new Map(Object.entries(found).map(([path, url]) => [path.split('/').at(-1), url]));

const files = {
  wasmUrl: urls(
    import.meta.glob<string>('/node_modules/pdfjs-dist/wasm/{openjpeg,jbig2,qcms_bg}.wasm', {
      query: '?url',
      import: 'default',
      eager: true,
    }),
  ),
  standardFontDataUrl: urls(
    import.meta.glob<string>('/node_modules/pdfjs-dist/standard_fonts/*.{ttf,pfb}', {
      query: '?url',
      import: 'default',
      eager: true,
    }),
  ),
};

/** Decoders and standard fonts, by the names that the build gave them. */
class Assets {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const url = kind === 'wasmUrl' || kind === 'standardFontDataUrl' ? files[kind].get(filename) : undefined;
    if (!url) throw new Error(`no ${filename} for this viewer`);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${filename}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }
}

/** Fetches by range, as far as pages are looked at. */
export const openPdf = (url: string): PDFDocumentLoadingTask =>
  getDocument({ url, BinaryDataFactory: Assets, useWorkerFetch: false });

export type PdfState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | { readonly status: 'locked'; readonly wrong: boolean; readonly open: (password: string) => void }
  | {
      readonly status: 'open';
      readonly document: PDFDocumentProxy;
      readonly width: number;
      readonly height: number;
      /** It was opened by a password. */
      readonly encrypted: boolean;
    };

/** Opens a document; pages are fetched by range as they are looked at. */
export function usePdf(url: string): PdfState {
  const [opened, setOpened] = useState<{ readonly url: string; readonly state: PdfState } | null>(null);
  useEffect(() => {
    const task = openPdf(url);
    let over = false;
    const setState = (state: PdfState) => {
      if (!over) setOpened({ url, state });
    };
    let encrypted = false;
    task.onPassword = (open: (password: string) => void, reason: number) => {
      const wrong = reason === PasswordResponses.INCORRECT_PASSWORD;
      encrypted = true;
      setState({
        status: 'locked',
        wrong,
        open: (password) => {
          setState({ status: 'loading' });
          open(password);
        },
      });
    };
    task.promise
      .then(async (document) => {
        const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 });
        setState({ status: 'open', document, width, height, encrypted });
      })
      .catch(() => setState({ status: 'failed' }));
    return () => {
      over = true;
      void task.destroy();
    };
  }, [url]);
  // The document of an address that was left is destroyed.
  return opened?.url === url ? opened.state : { status: 'loading' };
}
