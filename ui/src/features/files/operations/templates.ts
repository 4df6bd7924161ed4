import { useQuery } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import { changed } from '~/api/changed';
import { api } from '~/api/client';
import { isEditable } from '~/api/engines';
import { keyOf } from '~/api/keys';
import { can, usePermissions } from '~/api/permissions';
import { editorHref } from '~/api/place';
import { queryClient } from '~/api/query';
import type { EditorTemplate, EditorTemplates, File } from '~/api/types';
import { currentLang, t } from '~/i18n';
import { toast } from '~/kit/toast';

const templatesQuery = (spaceId: string) => ({
  queryKey: keyOf('templates', spaceId),
  queryFn: () => api.get('editor/templates/space/{space_id}', { path: { space_id: spaceId } }),
});

/** The documents that new ones of a workspace begin with, and the folder that they lie in. */
export const useTemplates = (spaceId: string) => useQuery(templatesQuery(spaceId));

/** Fetches them for menus that say whether a folder is the one, where the user may choose it. */
export function useTemplatesFolder(spaceId: string): void {
  const { data } = usePermissions(spaceId);
  useQuery({ ...templatesQuery(spaceId), staleTime: 10 * 60_000, enabled: can(data, 'update', 'workspace') });
}

/** As far as it is known. */
export const knownTemplates = (spaceId: string) =>
  queryClient.getQueryData<EditorTemplates>(templatesQuery(spaceId).queryKey);

/** Chooses the folder of templates; without one the workspace has none. */
export async function saveTemplates(spaceId: string, directoryId?: string): Promise<void> {
  await api.put('editor/templates/space/{space_id}', {
    path: { space_id: spaceId },
    body: directoryId ? { directory_id: directoryId } : {},
  });
  await changed.templates(spaceId);
}

/** The templates that come with the program. */
export const readyTemplates = ['letter', 'minutes', 'contract', 'invoice'] as const;

export type ReadyTemplate = (typeof readyTemplates)[number];

interface Beginning {
  readonly directoryId: string;
  /** That of the template when empty. */
  readonly name: string;
}

/** Makes a document of a template that comes with the program, and opens it. */
export async function startReady(
  spaceId: string,
  template: ReadyTemplate,
  { directoryId, name }: Beginning,
): Promise<void> {
  const file = await api.post('editor/onlyoffice/create', {
    body: {
      space_id: spaceId,
      directory_id: directoryId,
      file_type: 'docx',
      template,
      language: currentLang() === 'fa-ir' ? 'fa' : 'en',
      ...(name && { name }),
    },
  });
  openNewDocument(spaceId, directoryId, file);
}

/** Makes a document of a template, and opens it where this program edits its kind. */
export async function startFrom(spaceId: string, template: EditorTemplate, to: Beginning): Promise<void> {
  const file = await api.post('editor/copy', {
    body: {
      space_id: spaceId,
      directory_id: template.directory_id,
      file_id: template.file_id,
      to_directory_id: to.directoryId,
      ...(to.name && { name: to.name }),
    },
  });
  openNewDocument(spaceId, to.directoryId, file);
}

/** Opens a new document where this program edits its kind, and says that it is there otherwise. */
export function openNewDocument(spaceId: string, directoryId: string, file: File): void {
  void changed.files(spaceId, directoryId);
  if (isEditable(file.file_name)) navigate(editorHref(spaceId, file.directory_id, file.file_id));
  else toast({ title: t('files.documentMade', { name: file.file_name }), kind: 'success' });
}
