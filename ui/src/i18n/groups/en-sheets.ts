export { sheets } from '../en/sheets';
