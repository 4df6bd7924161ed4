import { navigate } from 'wouter/use-browser-location';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { isEditable } from '~/api/engines';
import { faultText } from '~/api/fault';
import { editorHref } from '~/api/place';
import { currentLang, t } from '~/i18n';
import { toast } from '~/kit/toast';

/** Makes an empty document and opens it, where this program edits its kind. */
export async function createDocument(
  spaceId: string,
  directoryId: string,
  type: 'docx' | 'xlsx' | 'pptx',
): Promise<void> {
  try {
    const file = await api.post('editor/onlyoffice/create', {
      body: {
        space_id: spaceId,
        directory_id: directoryId,
        file_type: type,
        language: currentLang() === 'fa-ir' ? 'fa' : 'en',
      },
    });
    void changed.files(spaceId, directoryId);
    if (isEditable(file.file_name)) navigate(editorHref(spaceId, file.directory_id, file.file_id));
    else toast({ title: t('files.documentMade', { name: file.file_name }), kind: 'success' });
  } catch (error) {
    toast({ title: faultText(error), kind: 'error' });
  }
}
