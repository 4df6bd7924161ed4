export { accounts } from '../en/accounts';
export { codes } from '../en/codes';
export { setup } from '../en/setup';
export { signin } from '../en/signin';
