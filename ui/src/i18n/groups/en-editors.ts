export { editors } from '../en/editors';
export { google } from '../en/google';
