import { t } from '~/i18n';

const builtIn = ['owner', 'admin', 'editor', 'viewer', 'organizer'] as const;

/** The role a person has in a workspace, in words; a custom role has a name of its own. */
export function roleName(role: string): string {
  const known = builtIn.find((name) => name === role);
  if (known) return t(`workspaces.${known}`);
  return role === '' || role === 'no_role' ? t('workspaces.member') : role;
}
