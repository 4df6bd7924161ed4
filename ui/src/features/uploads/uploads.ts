import { userId } from '~/api/session';
import { UploadManager } from './upload-manager';
import { givePoster } from './poster';
import { hasLanded } from './upload-events';

/** The uploads of the signed-in user. */
export const uploadManager = new UploadManager({
  owner: () => userId() ?? '',
  onLanded: (upload, file) => {
    hasLanded(upload);
    if (file) givePoster(upload, file);
  },
  isMember: true,
});
