import { UploadManagerProvider } from './upload-manager';
import { TrayPanel } from './tray-panel';
import { uploadManager } from './uploads';

/** The tray of the signed-in user. */
export function OwnTray({ spaceId }: { spaceId: string }) {
  return (
    <UploadManagerProvider value={uploadManager}>
      <TrayPanel spaceId={spaceId} />
    </UploadManagerProvider>
  );
}
