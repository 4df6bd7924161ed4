export { billing } from '../fa/billing';
