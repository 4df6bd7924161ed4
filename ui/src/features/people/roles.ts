import { t } from '~/i18n';

/** The roles that a workspace comes with, the mightiest first. */
export const builtInRoles = ['owner', 'admin', 'editor', 'organizer', 'viewer', 'no_role'] as const;
type BuiltInRole = (typeof builtInRoles)[number];

/** Those that can be given: there is one owner, and that changes in another way. */
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

/** What a role means, in a line. */
export function roleHint(role: BuiltInRole): string {
  return t(`people.${role}Hint`);
}

/** What a role means on one item. */
export const guestRoleHint = (role: GuestRole) => t(`people.${role}GuestHint`);
