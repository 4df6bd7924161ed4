import { inkOn, isHex, mix, readable } from './contrast';

/** The darkest surface of the light theme and the lightest of the dark one that have words in brand colour on them. */
const light = { surface: '#ffffff', hover: '#eef2f2' };
const dark = { surface: '#14191b', hover: '#232b2e' };

interface Brand {
  solid: string;
  ink: string;
  light: string;
  dark: string;
}

/** The values of one colour for tokens.css: the fill, the text on it, and text in it for either theme. */
export function brandOf(colour: string): Brand {
  return {
    solid: colour,
    ink: inkOn(colour),
    light: readable(colour, '#000000', (text) => [light.hover, mix(text, light.surface, 0.1)]),
    dark: readable(colour, '#ffffff', (text) => [dark.hover, mix(text, dark.surface, 0.14)]),
  };
}

const variables = [
  '--brand',
  '--on-brand',
  '--brand-light',
  '--brand-dark',
  '--accent',
  '--accent-light',
  '--accent-dark',
];

/** Tints everything with a workspace's colours; without them the product's own return. */
export function applyBrand(primary: string | null, secondary: string | null, target = document.documentElement) {
  const { style } = target;
  for (const name of variables) style.removeProperty(name);
  if (primary && isHex(primary)) {
    const brand = brandOf(primary);
    style.setProperty('--brand', brand.solid);
    style.setProperty('--on-brand', brand.ink);
    style.setProperty('--brand-light', brand.light);
    style.setProperty('--brand-dark', brand.dark);
  }
  if (secondary && isHex(secondary)) {
    const accent = brandOf(secondary);
    style.setProperty('--accent', accent.solid);
    style.setProperty('--accent-light', accent.light);
    style.setProperty('--accent-dark', accent.dark);
  }
}
