import { useLang } from '~/i18n';
import { DeadLink } from './dead-link';

/** Where any link leads that the server can make nothing of. */
export function InvalidLinkPage() {
  useLang();
  return <DeadLink />;
}
