import type { Place } from './vite.mend.ts';

/** Words without a place in the library's dictionary. */
export const words: readonly Place[] = [
  [':"Select size"', ':wordOf("Select size")'],
  ['"aria-label":"Table size selector"', '"aria-label":wordOf("Table size selector")'],
  [
    'p=e==="row"?"Insert row below":"Insert column to the right"',
    'p=wordOf(e==="row"?"Insert row below":"Insert column after")',
  ],
  ['tooltipContent:`Wrap: ${i.label}`', 'tooltipContent:`${wordOf("Image position")}: ${i.label}`'],
  // Comments and changes had the dates of the browser's language.
  ['toLocaleString(void 0,{hour:"numeric"', 'toLocaleString(dateLanguage(),{hour:"numeric"'],
  [
    'jsx(Toaster,{position:"bottom-right"})',
    'jsx(Toaster,{position:"bottom-right",containerAriaLabel:wordOf("Notifications")})',
  ],
  [
    'r("viewer.pageIndicator",{current:e,total:t})',
    'r("viewer.pageIndicator",{current:shownNumber(e),total:shownNumber(t)})',
  ],
  [
    'matchCount",{current:t.currentIndex+1,total:t.totalCount})',
    'matchCount",{current:shownNumber(t.currentIndex+1),total:shownNumber(t.totalCount)})',
  ],
  ['label:`${r.name}${t.labelSuffix}`', 'label:themeColour(r.name,t.labelSuffix)'],
  ['"aria-label":`${ae} picker`', '"aria-label":pickerOf(ae)'],
  ['content:"Add comment"', 'content:wordOf("Add comment")'],
  ['"aria-label":"Custom hex color"', '"aria-label":wordOf("Custom hex color")'],
  ['children:"Distance from text (px)"', 'children:wordOf("Distance from text (px)")'],
  ['label:s("contextMenu.', 'label:wordsFrom(d,s)("contextMenu.', 10],
  ...['0.5 pt', '1 pt', '1.5 pt', '2 pt', '3 pt'].map((label): Place => [
    `,label:"${label}",thickness`,
    `,get label(){return wordOf("${label}")},thickness`,
  ]),
  // Columns to the left of one lie before it in some tables and after it in others.
  ...[
    ['addComment', 'Comment'],
    ['addRowAbove', 'Insert row above'],
    ['addRowBelow', 'Insert row below'],
    ['deleteRow', 'Delete row'],
    ['addColumnLeft', 'Insert column left', 'Insert column before'],
    ['addColumnRight', 'Insert column right', 'Insert column after'],
    ['deleteColumn', 'Delete column'],
  ].map(([action, label, said = label]): Place => [
    `{action:"${action}",label:"${label}"`,
    `{action:"${action}",label:wordOf("${said}")`,
  ]),
];
