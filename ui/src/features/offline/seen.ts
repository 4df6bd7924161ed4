import { isOf, partsOfKey } from '~/api/key-parts';
import { keyOf } from '~/api/keys';
import { knownSpaces } from '~/api/known-spaces';
import { queryClient } from '~/api/query';
import type { File, PathStep, Preview } from '~/api/types';
import { keepSeen, urlOfKept } from './contents';

type Content = Omit<Preview, 'name'>;

const CALM = 1200;

/** Keeps the content of previews that were opened, once the page has loaded its own. */
export function keepPreviews(user: string): () => void {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const stop = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    if (!isOf(event.query.queryKey, 'preview')) return;
    const { spaceId, id } = partsOfKey(event.query.queryKey);
    const content = event.query.state.data as Content;
    // Of an archive only the opened files are fetched.
    if (content.kind === 'none' || content.kind === 'archive') return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      keep(user, spaceId, id, content).catch(() => undefined);
    }, CALM);
    timers.add(timer);
  });
  return () => {
    stop();
    timers.forEach(clearTimeout);
  };
}

async function keep(user: string, spaceId: string, fileId: string, { url, content_type: contentType, size }: Content) {
  const file = queryClient.getQueryData<File & { path: PathStep[] }>(keyOf('file', spaceId, fileId));
  if (!file || url.startsWith('blob:')) return;
  const my = knownSpaces().some(({ my_root_directory_id: root }) => root === file.path[0]?.directory_id);
  const { directory_id: directoryId, file_name: name, version_id: versionId } = file;
  await keepSeen(
    { id: fileId, user, spaceId, directoryId, my, name, contentType, versionId, size, at: Date.now(), pinned: false },
    url,
  );
}

/** The line is cut: previews that are open or were, go on with the bytes on this device. */
export async function switchToKept(): Promise<void> {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: keyOf('preview') })) {
    const data = query.state.data as Content | undefined;
    const url = data && !data.url.startsWith('blob:') ? await urlOfKept(partsOfKey(query.queryKey).id) : null;
    if (url) queryClient.setQueryData(query.queryKey, { ...data, url }, { updatedAt: query.state.dataUpdatedAt });
  }
}
