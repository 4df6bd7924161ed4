import type { PlainKey } from '~/i18n';

/** Tools that stay chosen; a stamp and a signature are put down once. */
export type Tool = 'select' | 'highlight' | 'ink' | 'text';
/** A kind of mark with options. */
export type Styled = Exclude<Tool, 'select'>;

export interface Color {
  readonly label: PlainKey;
  readonly value: string;
}

/** pdf.js knows the colours of highlights by these names. */
export const highlighters = { yellow: '#ffe066', green: '#a6e3a1', blue: '#a5d0ff', pink: '#ffb3c7' } as const;

const pens: readonly Color[] = [
  { label: 'marks.black', value: '#1f2937' },
  { label: 'marks.blue', value: '#1d4ed8' },
  { label: 'marks.red', value: '#dc2626' },
  { label: 'marks.green', value: '#15803d' },
];

export const colorsOf: Record<Styled, readonly Color[]> = {
  highlight: [
    { label: 'marks.yellow', value: highlighters.yellow },
    { label: 'marks.green', value: highlighters.green },
    { label: 'marks.blue', value: highlighters.blue },
    { label: 'marks.pink', value: highlighters.pink },
  ],
  ink: pens,
  text: pens,
};

interface Sizes {
  readonly label: PlainKey;
  readonly steps: readonly { readonly label: PlainKey; readonly value: number }[];
}

const thickness = (values: readonly [number, number, number]): Sizes => ({
  label: 'marks.thickness',
  steps: [
    { label: 'marks.small', value: values[0] },
    { label: 'marks.medium', value: values[1] },
    { label: 'marks.large', value: values[2] },
  ],
});

export const sizesOf: Record<Styled, Sizes> = {
  highlight: thickness([8, 12, 20]),
  ink: thickness([1, 3, 6]),
  text: {
    label: 'marks.size',
    steps: [
      { label: 'marks.sizeSmall', value: 11 },
      { label: 'marks.sizeMedium', value: 16 },
      { label: 'marks.sizeLarge', value: 24 },
    ],
  },
};

export interface Style {
  readonly color: string;
  readonly size: number;
}

export const firstStyles: Record<Styled, Style> = {
  highlight: { color: highlighters.yellow, size: 12 },
  ink: { color: '#dc2626', size: 3 },
  text: { color: '#1f2937', size: 16 },
};
