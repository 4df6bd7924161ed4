/** Persian words of rarely visited screens; even their list is fetched later. */
export const later = {
  apitokens: async () => (await import('./fa/apitokens')).apitokens,
  audit: async () => (await import('./fa/audit')).audit,
  codes: async () => (await import('./fa/codes')).codes,
  fields: async () => (await import('./fa/fields')).fields,
  onboarding: async () => (await import('./fa/onboarding')).onboarding,
  passkeys: async () => (await import('./fa/passkeys')).passkeys,
  profile: async () => (await import('./fa/profile')).profile,
  proof: async () => (await import('./fa/proof')).proof,
  providers: async () => (await import('./fa/providers')).providers,
  pwa: async () => (await import('./fa/pwa')).pwa,
  rewind: async () => (await import('./fa/rewind')).rewind,
  roles: async () => (await import('./fa/roles')).roles,
  setup: async () => (await import('./fa/setup')).setup,
  twofactor: async () => (await import('./fa/twofactor')).twofactor,
};
