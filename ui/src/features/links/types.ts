import type { TargetView, WorkspaceFace } from '~/api/types';

/** What a visitor has to say before the door opens. */
export type Need = 'password' | 'email';

export interface Credentials {
  password?: string;
  email?: string;
  code?: string;
  name?: string;
}

export const hostName = ({ organization_title: organization, title }: WorkspaceFace) => organization || title;

/** The whole way to what a link or a box is about; empty when one may not know. */
export const pathOf = ({ path, name }: TargetView) => name && `${path.replace(/\/$/, '')}/${name}`;
