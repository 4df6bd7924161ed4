export { boxes } from '../en/boxes';
export { gate } from '../en/gate';
export { links } from '../en/links';
export { preview } from '../en/preview';
export { publicbox } from '../en/publicbox';
export { publiclink } from '../en/publiclink';
