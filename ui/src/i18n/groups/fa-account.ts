export { apitokens } from '../fa/apitokens';
export { audit } from '../fa/audit';
export { onboarding } from '../fa/onboarding';
export { passkeys } from '../fa/passkeys';
export { profile } from '../fa/profile';
export { proof } from '../fa/proof';
export { providers } from '../fa/providers';
export { twofactor } from '../fa/twofactor';
