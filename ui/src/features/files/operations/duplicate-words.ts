import { t } from '~/i18n';
import type { Action, Duplicate } from './calls';

const labels = {
  rename: 'files.clashRename',
  version: 'files.clashVersion',
  merge: 'files.clashMerge',
  replace: 'files.clashReplace',
  skip: 'files.clashSkip',
} as const;
const hints = {
  rename: 'files.clashRenameHint',
  version: 'files.clashVersionHint',
  merge: 'files.clashMergeHint',
  replace: 'files.clashReplaceHint',
  skip: 'files.clashSkipHint',
} as const;

/** The label of a choice; one that fits files and folders alike has both names. */
export function actionLabel(action: Action, items: readonly Duplicate[]): string {
  const both = items.some((item) => item.type === 'file') && items.some((item) => item.type === 'directory');
  return both && action === 'merge' ? t('files.clashMergeOrVersion') : t(labels[action]);
}

export const actionHint = (action: Action): string => t(hints[action]);
