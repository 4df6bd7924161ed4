export { help } from '../fa/help';
