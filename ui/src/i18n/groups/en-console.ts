export { console } from '../en/console';
export { desk } from '../en/desk';
