import { paragraph, word } from './word-samples';

const by = (author: string, id: number) => `w:id="${id}" w:author="${author}" w:date="2026-11-20T10:42:00Z"`;
const run = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}<w:rtl/></w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const gone = (text: string) => `<w:r><w:rPr><w:rtl/></w:rPr><w:delText xml:space="preserve">${text}</w:delText></w:r>`;

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const MICROSOFT = 'http://schemas.microsoft.com/office';

const comment = (id: number, author: string, mark: string, text: string) =>
  `<w:comment w:id="${id}" w:author="${author}" w:date="2026-11-20T10:42:00Z"><w:p w14:paraId="${mark}"><w:r><w:t>${text}</w:t></w:r></w:p></w:comment>`;

const about = (id: number, text: string) =>
  `<w:commentRangeStart w:id="${id}"/>${run(text)}<w:commentRangeEnd w:id="${id}"/><w:r><w:commentReference w:id="${id}"/></w:r>`;

/** A Persian contract that two people changed and three remarked on. */
export const changedContract = () =>
  word(
    paragraph('قرارداد اجاره', '<w:pStyle w:val="Heading1"/>') +
      `<w:p>${run('مدت قرارداد ')}<w:del ${by('سارا محمدی', 1)}>${gone('یک سال')}</w:del>` +
      `<w:ins ${by('سارا محمدی', 2)}>${run('دو سال')}</w:ins>${run(' است.')}</w:p>` +
      `<w:p>${about(0, 'مبلغ اجاره')}${run(' پنجاه میلیون تومان است.')}<w:r><w:commentReference w:id="1"/></w:r></w:p>` +
      `<w:p><w:pPr><w:rPr><w:del ${by('Ali Rezaei', 3)}/></w:rPr></w:pPr><w:moveFrom ${by('Ali Rezaei', 4)}>${run('بند جابه‌جاشده.')}</w:moveFrom></w:p>` +
      paragraph('بند میانی.') +
      `<w:p><w:moveTo ${by('Ali Rezaei', 5)}>${run('بند جابه‌جاشده.')}</w:moveTo></w:p>` +
      `<w:p>${run('این واژه ')}<w:r><w:rPr><w:b/><w:bCs/><w:rtl/><w:rPrChange ${by('Ali Rezaei', 6)}><w:rPr><w:rtl/></w:rPr></w:rPrChange></w:rPr><w:t>پررنگ</w:t></w:r>${run(' شده است.')}</w:p>` +
      `<w:p>${about(2, 'امضا')}${run(' در دو نسخه.')}</w:p>` +
      `<w:tbl><w:tblPr><w:bidiVisual/><w:tblW w:w="5000" w:type="pct"/><w:tblBorders><w:top w:val="single" w:sz="4"/><w:bottom w:val="single" w:sz="4"/><w:insideH w:val="single" w:sz="4"/></w:tblBorders></w:tblPr>` +
      `<w:tblGrid><w:gridCol w:w="4500"/></w:tblGrid><w:tr><w:tc>${paragraph('ردیف نخست')}</w:tc></w:tr>` +
      `<w:tr><w:trPr><w:ins ${by('سارا محمدی', 7)}/></w:trPr><w:tc>${paragraph('ردیف تازه')}</w:tc></w:tr></w:tbl><w:p/>`,
    true,
    [
      {
        id: 'rId10',
        name: 'comments.xml',
        kind: 'comments',
        type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml',
        content:
          `<w:comments ${W} xmlns:w14="${MICROSOFT}/word/2010/wordml">` +
          comment(0, 'سارا محمدی', '00000001', 'این مبلغ درست است؟') +
          comment(1, 'Ali Rezaei', '00000002', 'بله، طبق توافق.') +
          comment(2, 'Ali Rezaei', '00000003', 'Who signs for us?') +
          '</w:comments>',
      },
      {
        id: 'rId11',
        name: 'commentsExtended.xml',
        kind: `${MICROSOFT}/2011/relationships/commentsExtended`,
        type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.commentsExtended+xml',
        content:
          `<w15:commentsEx xmlns:w15="${MICROSOFT}/word/2012/wordml"><w15:commentEx w15:paraId="00000001" w15:done="0"/>` +
          '<w15:commentEx w15:paraId="00000002" w15:paraIdParent="00000001" w15:done="0"/>' +
          '<w15:commentEx w15:paraId="00000003" w15:done="1"/></w15:commentsEx>',
      },
    ],
  );
