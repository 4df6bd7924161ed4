import { lazy, Suspense, useRef } from 'react';
import { useShownTarget } from './start';

const TrayPanel = lazy(async () => ({ default: (await import('./tray-panel')).TrayPanel }));

/** What is being uploaded, at the bottom inline end of every screen. */
export function UploadTray() {
  const shown = useShownTarget()?.spaceId;
  // Between two directories none is shown; the tray stays.
  const last = useRef(shown);
  last.current = shown ?? last.current;
  return <Suspense fallback={null}>{last.current && <TrayPanel spaceId={last.current} />}</Suspense>;
}
