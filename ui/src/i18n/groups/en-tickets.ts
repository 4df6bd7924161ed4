export { tickets } from '../en/tickets';
