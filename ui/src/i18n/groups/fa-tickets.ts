export { tickets } from '../fa/tickets';
