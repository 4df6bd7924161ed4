export { accounts } from '../fa/accounts';
export { codes } from '../fa/codes';
export { setup } from '../fa/setup';
export { signin } from '../fa/signin';
