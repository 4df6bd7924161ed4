export { billing } from '../en/billing';
