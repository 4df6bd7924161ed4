import { lazy, Suspense, useState } from 'react';
import { useShownTarget } from './start';

const OwnTray = lazy(async () => ({ default: (await import('./own-tray')).OwnTray }));

/** The running uploads, at the bottom inline end of every screen. */
export function UploadTray() {
  const shown = useShownTarget()?.spaceId;
  const [last, setLast] = useState(shown);
  // Between two directories none is shown; the tray stays.
  if (shown && shown !== last) setLast(shown);
  return <Suspense fallback={null}>{last && <OwnTray spaceId={last} />}</Suspense>;
}
