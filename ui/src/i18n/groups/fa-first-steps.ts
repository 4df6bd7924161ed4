export { firstSteps } from '../fa/first-steps';
