export { palette } from '../fa/palette';
