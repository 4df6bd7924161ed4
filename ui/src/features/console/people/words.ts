import { t } from '~/i18n';
import { ownDigits } from '~/i18n/format';
import type { Person } from './api';

/** The name of a person; one whose account was deleted has none. */
export const nameOf = ({ first_name: first, last_name: last }: Pick<Person, 'first_name' | 'last_name'>) =>
  `${first} ${last}`.trim() || t('consolePeople.deletedUser');

export const addressOf = ({ email, mobile }: Pick<Person, 'email' | 'mobile'>) => email || ownDigits(mobile);

export const roleWords = (role: Person['staff']) => t(`consolePeople.role_${role || 'none'}`);
