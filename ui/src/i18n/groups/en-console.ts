export { console } from '../en/console';
