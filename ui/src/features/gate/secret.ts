import { latinDigits } from '~/kit/digits';

const LENGTH = 26;

/** The id of a link or the code of an upload box, from what was typed, or pasted with what stood around it. */
export const secretIn = (text: string) =>
  latinDigits(text)
    .toUpperCase()
    .replace(/[^A-Z2-7]/g, '')
    .slice(0, LENGTH);
