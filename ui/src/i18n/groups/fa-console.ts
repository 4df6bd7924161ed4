export { console } from '../fa/console';
