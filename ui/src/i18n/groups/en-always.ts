export { errors } from '../en/errors';
export { offline } from '../en/offline';
export { pwa } from '../en/pwa';
