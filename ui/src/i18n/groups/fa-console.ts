export { console } from '../fa/console';
export { machine } from '../fa/machine';
export { desk } from '../fa/desk';
export { connections } from '../fa/connections';
