import type { Translations } from '@eigenpal/docx-editor-i18n';

/** Words of the editor that promise what is not there: nobody can be mentioned. */
export const en: Translations = { comments: { addComment: 'Add a comment…', replyPlaceholder: 'Reply' } };
