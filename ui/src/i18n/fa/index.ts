import { activity } from './activity';
import { customfields } from './customfields';
import { dates } from './dates';
import { files } from './files';
import { first } from './first';
import { found } from './found';
import { live } from './live';
import { offline } from './offline';
import { preview } from './preview';
import { rewind } from './rewind';
import { search } from './search';
import { trash } from './trash';
import { uploads } from './uploads';

/** The Persian words are the source of all others. */
export const fa = {
  ...first,
  activity,
  customfields,
  dates,
  files,
  found,
  live,
  offline,
  preview,
  rewind,
  search,
  trash,
  uploads,
} as const;
