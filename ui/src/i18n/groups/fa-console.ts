export { console } from '../fa/console';
export { desk } from '../fa/desk';
