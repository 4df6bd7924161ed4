/** The files area of a workspace: the shared root, My Drive, or a directory of either. */
export function FilesPage(_props: { spaceId: string; directoryId?: string; my: boolean }) {
  return null;
}
