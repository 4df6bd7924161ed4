import type { User } from '~/api/types';
import type { Contact } from './api';

/** An address or a number of the user. */
export interface OwnContact {
  readonly kind: Contact;
  readonly value: string;
  readonly verified: boolean;
  /** The one that is to take its place, once it is proven; empty when there is none. */
  readonly pending: string;
}

export const contactOf = (me: User, kind: Contact): OwnContact =>
  kind === 'email'
    ? { kind, value: me.email, verified: me.is_email_validated, pending: me.pending_email }
    : { kind, value: me.mobile, verified: me.is_mobile_validated, pending: me.pending_mobile };
