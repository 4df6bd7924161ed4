/** What a link or a box leads to, as it stands in the drive. */
export interface TargetView {
  target_id: string;
  target_type: 'file' | 'directory';
  name: string;
  path: string;
  directory_id: string;
}

/** Where something stands in the drive, in words: the directories that lead to it, and its name. */
export const placed = ({ path, name }: TargetView) => (path && path !== '/' ? `${path.slice(1)}/${name}` : name);

/** Whose page a visitor is on. */
export interface Host {
  title: string;
  organization_title: string | null;
  avatar_url: string | null;
  primary_color: string | null;
  secondary_color: string | null;
}

/** What a visitor has to say before the door opens. */
export type Need = 'password' | 'email' | 'name';

export interface Credentials {
  password?: string;
  email?: string;
  code?: string;
  name?: string;
}

export const hostName = ({ organization_title: organization, title }: Host) => organization || title;
