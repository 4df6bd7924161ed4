export { apitokens } from '../en/apitokens';
export { audit } from '../en/audit';
export { onboarding } from '../en/onboarding';
export { passkeys } from '../en/passkeys';
export { profile } from '../en/profile';
export { proof } from '../en/proof';
export { providers } from '../en/providers';
export { twofactor } from '../en/twofactor';
