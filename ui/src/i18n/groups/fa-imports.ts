export { imports } from '../fa/imports';
