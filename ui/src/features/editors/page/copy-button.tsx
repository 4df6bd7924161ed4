import { useState } from 'react';
import { editorHref } from '~/api/place';
import { faultText } from '~/api/fault';
import { changed } from '~/api/changed';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { toast } from '~/kit/toast';
import { copyFile } from '../api';
import type { FilePlace } from '../port';

/** Makes a copy of a document that the user cannot edit now, and leads to it. */
export async function editCopy(place: FilePlace, go: (to: string) => void): Promise<void> {
  try {
    const copy = await copyFile(place);
    void changed.files(place.spaceId, copy.directory_id);
    go(editorHref(place.spaceId, copy.directory_id, copy.file_id));
  } catch (error) {
    toast({ title: faultText(error, 'editors'), kind: 'error' });
  }
}

export function CopyButton({ onCopy }: { onCopy: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const handleCopy = () => {
    setBusy(true);
    void onCopy().finally(() => setBusy(false));
  };
  return (
    <Button kind="outline" busy={busy} onClick={handleCopy}>
      {t('editors.editCopy')}
    </Button>
  );
}
