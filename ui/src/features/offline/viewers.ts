import { queryClient } from '~/api/query';
import { contentQuery, fileQuery } from '~/api/content';
import type { Wanted } from './pins';

/** Fetches the data of the preview in advance, so that it opens without a connection. */
export async function warm({ spaceId, directoryId, id }: Wanted): Promise<void> {
  await Promise.all([
    queryClient.fetchQuery(fileQuery(spaceId, directoryId, id)),
    queryClient.fetchQuery(contentQuery(spaceId, directoryId, id)),
  ]);
}
