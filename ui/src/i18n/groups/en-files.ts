export { dates } from '../en/dates';
export { favorites } from '../en/favorites';
export { files } from '../en/files';
export { live } from '../en/live';
export { recents } from '../en/recents';
export { search } from '../en/search';
export { trash } from '../en/trash';
export { uploads } from '../en/uploads';
