import { lazy, Suspense } from 'react';
import { useShownTarget } from './start';

const TrayPanel = lazy(async () => ({ default: (await import('./tray-panel')).TrayPanel }));

/** What is being uploaded, at the bottom inline end of every screen. */
export function UploadTray() {
  const spaceId = useShownTarget()?.spaceId;
  return <Suspense fallback={null}>{spaceId && <TrayPanel spaceId={spaceId} />}</Suspense>;
}
