export { firstSteps } from '../en/first-steps';
