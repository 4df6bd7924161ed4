export { marks } from '../fa/marks';
