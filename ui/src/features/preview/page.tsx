/** One file, as large as the window. */
export function PreviewPage(_props: { spaceId: string; directoryId: string; fileId: string }) {
  return null;
}
