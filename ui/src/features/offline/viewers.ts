import { queryClient } from '~/api/query';
import { contentQuery, fileQuery } from '~/api/content';
import type { Wanted } from './pins';

/** What the preview asks for, asked now: so that it is there when there is no connection. */
export async function warm({ spaceId, directoryId, id }: Wanted): Promise<void> {
  await Promise.all([
    queryClient.fetchQuery(fileQuery(spaceId, directoryId, id)),
    queryClient.fetchQuery(contentQuery(spaceId, directoryId, id)),
  ]);
}
