import { Fault } from '~/api/fault';

const ofAddress = [
  'import_address_refused',
  'import_source_gone',
  'connection_name',
  'connection_own',
  'connection_refused',
  'connection_timeout',
  'connection_tls',
  'connection_answer',
];
const ofSecret = ['import_source_denied', 'connection_login'];

/** At which field a refusal of a source is said: that of its address, or that of its password. */
export const refusalsAt = <A extends string, S extends string>(address: A, secret: S): Record<string, A | S> => ({
  ...Object.fromEntries(ofAddress.map((key) => [key, address])),
  ...Object.fromEntries(ofSecret.map((key) => [key, secret])),
});

/** The field of a refusal; null when it is about something else. */
export function fieldOfRefusal<F extends string>(error: unknown, at: Readonly<Record<string, F>>): F | null {
  return (error instanceof Fault && error.key !== undefined && at[error.key]) || null;
}
