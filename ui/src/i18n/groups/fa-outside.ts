export { boxes } from '../fa/boxes';
export { gate } from '../fa/gate';
export { links } from '../fa/links';
export { preview } from '../fa/preview';
export { publicbox } from '../fa/publicbox';
export { publiclink } from '../fa/publiclink';
