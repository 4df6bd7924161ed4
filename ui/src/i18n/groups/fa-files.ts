export { dates } from '../fa/dates';
export { favorites } from '../fa/favorites';
export { files } from '../fa/files';
export { live } from '../fa/live';
export { recents } from '../fa/recents';
export { search } from '../fa/search';
export { trash } from '../fa/trash';
export { uploads } from '../fa/uploads';
