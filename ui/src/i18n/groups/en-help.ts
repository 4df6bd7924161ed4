export { help } from '../en/help';
