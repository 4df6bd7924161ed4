import { userId } from '~/api/session';
import { UploadManager } from './upload-manager';
import { givePoster } from './poster';
import { notifyLanded } from './upload-events';

/** The uploads of the signed-in user. */
export const uploadManager = new UploadManager({
  owner: () => userId() ?? '',
  onLanded: (upload, file) => {
    notifyLanded(upload);
    if (file) givePoster(upload, file);
  },
  isMember: true,
});
