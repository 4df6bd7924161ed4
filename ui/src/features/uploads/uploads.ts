import { userId } from '~/api/session';
import { UploadManager } from './upload-manager';
import { hasLanded } from './upload-events';

/** The uploads of the signed-in user. */
export const uploadManager = new UploadManager({ owner: () => userId() ?? '', onLanded: hasLanded, inside: true });
