export { console } from '../fa/console';
export { machine } from '../fa/machine';
