import { userId } from '~/api/session';
import { UploadManager } from './upload-manager';
import { hasLanded } from './upload-events';

/** The uploads of the person who is signed in. */
export const uploadManager = new UploadManager({ owner: () => userId() ?? '', onLanded: hasLanded, inside: true });
