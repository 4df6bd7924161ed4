import { queryClient } from '~/api/query';
import { contentQuery, fileQuery } from '~/api/content';
import { keepViewer } from './code';

/** A file that is to be kept. */
export interface Wanted {
  readonly id: string;
  readonly spaceId: string;
  readonly directoryId: string;
  readonly my: boolean;
}

/** Fetches the code and the data of the preview in advance, so that it opens without a connection. */
export async function warm({ spaceId, directoryId, id }: Wanted): Promise<void> {
  const [file, content] = await Promise.all([
    queryClient.fetchQuery(fileQuery(spaceId, directoryId, id)),
    queryClient.fetchQuery(contentQuery(spaceId, directoryId, id)),
  ]);
  await keepViewer(content.kind, file.file_name);
}
