import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { BOOT } from '~/isolated/boot';
import { reportOf, type Order, type Report } from '~/isolated/protocol';
import { fetchScript } from './isolated-bytes';

/** A script of an isolated frame, as the build tells it. */
export interface Script {
  readonly url: string;
  readonly hashes: readonly string[];
}

/** A frame that answers nothing for four of these is given up. */
const TICK = 2500;
const PATIENCE = 4;

/** The page of a frame that can reach nothing: no address may be asked, and only the named scripts run. */
export function pageOf({ hashes }: Script, wasm = false): string {
  const scripts = hashes.map((hash) => `'${hash}'`).join(' ') + (wasm ? " 'wasm-unsafe-eval'" : '');
  const policy =
    `default-src 'none'; script-src ${scripts}; style-src 'unsafe-inline'; img-src data: blob:; font-src data: blob:; ` +
    `media-src data: blob:; connect-src 'none'; form-action 'none'; base-uri 'none'`;
  return (
    `<!doctype html><html><head><meta charset="utf-8">` +
    `<meta http-equiv="Content-Security-Policy" content="${policy}"></head><body><script>${BOOT}</script></body></html>`
  );
}

type Props = {
  script: Script;
  /** The order that shows the content, made when the frame waits for it, and what of it is handed over. */
  show: (signal: AbortSignal) => Promise<{ order: Order; transfer: Transferable[] }>;
  onReport: (report: Report) => void;
  /** The frame does not answer; told again as long as it does not. */
  onHang: () => void;
  /** The frame answers again. */
  onAnswer?: () => void;
  onError: (error: unknown) => void;
};

/** Speaks to the script in a frame: starts it, gives it the content, and notices when it hangs. */
export function useFrame(frame: RefObject<HTMLIFrameElement | null>, props: Props): (order: Order) => void {
  const latest = useRef(props);
  latest.current = props;
  const [ready, setReady] = useState(false);
  const waiting = useRef(0);
  const send = useCallback(
    (order: Order, transfer: Transferable[] = []) => frame.current?.contentWindow?.postMessage(order, '*', transfer),
    [frame],
  );

  // The frame may speak before effects run that wait for the paint.
  useLayoutEffect(() => {
    const stop = new AbortController();
    const { script, show } = latest.current;
    const fail = (error: unknown) => !stop.signal.aborted && latest.current.onError(error);
    // Both travel while the frame is made.
    const code = fetchScript(script.url, stop.signal);
    const content = show(stop.signal);
    code.catch(fail);
    content.catch(fail);
    const onMessage = ({ source, data }: MessageEvent) => {
      if (source === null || source !== frame.current?.contentWindow) return;
      const report = reportOf(data);
      if (!report) return;
      if (waiting.current > PATIENCE) latest.current.onAnswer?.();
      waiting.current = 0;
      if (report.type === 'booted') {
        void code.then(
          (text) => frame.current?.contentWindow?.postMessage({ code: text }, '*'),
          () => undefined,
        );
      } else if (report.type === 'ready') {
        void content.then(
          ({ order, transfer }) => {
            send(order, transfer);
            setReady(true);
          },
          () => undefined,
        );
      } else latest.current.onReport(report);
    };
    addEventListener('message', onMessage);
    return () => {
      stop.abort();
      removeEventListener('message', onMessage);
    };
  }, [frame, send]);

  useEffect(() => {
    if (!ready) return undefined;
    const timer = setInterval(() => {
      waiting.current += 1;
      if (waiting.current > PATIENCE) latest.current.onHang();
      send({ type: 'ping' });
    }, TICK);
    return () => clearInterval(timer);
  }, [ready, send]);

  return send;
}
