export { sheets } from '../fa/sheets';
