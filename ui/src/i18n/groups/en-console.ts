export { console } from '../en/console';
export { machine } from '../en/machine';
export { desk } from '../en/desk';
export { connections } from '../en/connections';
