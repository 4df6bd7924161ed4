import type { TargetView } from '~/api/types';
import { t } from '~/i18n';

/** The name of a file or folder; the root of the shared files has none of its own. */
export const targetName = ({ name }: Pick<TargetView, 'name'>): string => name || t('people.wholeSpace');
