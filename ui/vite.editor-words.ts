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
  ['content:"Add comment"', 'content:wordOf("Add comment")'],
  ['"aria-label":"Custom hex color"', '"aria-label":wordOf("Custom hex color")'],
  ['children:"Distance from text (px)"', 'children:wordOf("Distance from text (px)")'],
  ['label:s("contextMenu.', 'label:wordsFrom(d,s)("contextMenu.', 10],
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
