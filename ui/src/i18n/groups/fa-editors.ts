export { editors } from '../fa/editors';
export { google } from '../fa/google';
