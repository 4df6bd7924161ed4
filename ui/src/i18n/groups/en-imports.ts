export { imports } from '../en/imports';
