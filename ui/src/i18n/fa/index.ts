import { files } from './files';
import { first } from './first';
import { found } from './found';
import { preview } from './preview';
import { trash } from './trash';
import { uploads } from './uploads';

/** The Persian words are the source of all others. */
export const fa = { ...first, files, found, preview, trash, uploads } as const;
