export { editors } from '../en/editors';
