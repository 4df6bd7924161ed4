import { t } from '~/i18n';

/** Words about one of several targets. */
export const withTarget = (target: string | undefined, words: string) => (target ? `${target}: ${words}` : words);

/** What is wrong with the copies: that the target is gone asks for another act than that others write there. */
export function problemWords(problem: string | undefined): string {
  switch (problem) {
    case 'gone':
      return t('consoleSystem.att_backup_gone');
    case 'foreign':
      return t('consoleSystem.att_backup_foreign');
    case 'taken':
      return t('consoleSystem.att_backup_taken');
    case 'lost':
      return t('consoleSystem.att_backup_lost');
    case 'sealed':
      return t('consoleSystem.att_backup_sealed');
    case 'rollback':
      return t('consoleSystem.att_backup_rollback');
    case 'late':
      return t('consoleSystem.att_backup_late');
    default:
      return t('consoleSystem.att_backup_failed');
  }
}
