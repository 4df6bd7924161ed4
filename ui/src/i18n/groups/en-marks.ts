export { marks } from '../en/marks';
