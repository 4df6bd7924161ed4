export { editors } from '../fa/editors';
