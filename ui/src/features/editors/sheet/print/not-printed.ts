import { missingWords } from '~/features/viewers/sheet/charts';
import { t } from '~/i18n';
import type { Sheet } from '../book/book';
import { hasField, type HeadersFooters } from '../book/headers-footers';

/** Names what a sheet has and does not bring onto paper; empty when that is nothing. */
export function notPrinted({ missing }: Sheet, heads: HeadersFooters): string {
  const words = [
    ...missingWords(missing && { ...missing, comments: 0 }), // none of them are printed
    ...(hasField(heads, 'picture') ? [t('sheets.headsPicture')] : []),
    ...(hasField(heads, 'path') ? [t('sheets.headsPath')] : []),
  ];
  return words.length > 0 ? t('sheets.notPrinted', { list: words.join(t('preview.listComma')) }) : '';
}
