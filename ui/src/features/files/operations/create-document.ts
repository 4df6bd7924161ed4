import { api } from '~/api/client';
import { faultText } from '~/api/fault';
import { currentLang } from '~/i18n';
import { toast } from '~/kit/toast';
import { openNewDocument } from './templates';

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
    openNewDocument(spaceId, directoryId, file);
  } catch (error) {
    toast({ title: faultText(error), kind: 'error' });
  }
}
