export { errors } from '../fa/errors';
export { offline } from '../fa/offline';
export { pwa } from '../fa/pwa';
