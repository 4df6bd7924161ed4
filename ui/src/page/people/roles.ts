import { t } from '~/i18n';

/** The built-in roles, the one with most rights first. */
export const builtInRoles = ['owner', 'admin', 'editor', 'organizer', 'viewer', 'no_role'] as const;
type BuiltInRole = (typeof builtInRoles)[number];

/** The assignable roles: ownership is handed over in another way. */
export const memberRoles = ['admin', 'editor', 'organizer', 'viewer', 'no_role'] as const;
/** Those that can be given on a single item. */
export const guestRoles = ['viewer', 'organizer', 'editor'] as const;
export type MemberRole = (typeof memberRoles)[number];
export type GuestRole = (typeof guestRoles)[number];

const asBuiltIn = (role: string) => builtInRoles.find((known) => known === role);

/** The name of a role in words; a custom role has a name of its own. */
export function roleLabel(role: string): string {
  if (role === 'guest') return t('people.guest');
  const known = asBuiltIn(role || 'no_role');
  return known ? t(`people.${known}`) : role;
}

/** All members with a role, in words. */
export function membersLabel(role: string): string {
  const known = asBuiltIn(role || 'no_role');
  return known ? t(`people.${known}Many`) : role;
}

/** A role in one line. */
export function roleHint(role: BuiltInRole): string {
  return t(`people.${role}Hint`);
}

/** A guest's role in one line. */
export const guestRoleHint = (role: GuestRole) => t(`people.${role}GuestHint`);
