import type { KeySentence } from '~/api/types';

/** Words of a sentence by which a viewer finds it. */
const FIND = 8;

/** The first words of a sentence: enough to find it, few enough for an address. */
export const firstWords = (text: string) => text.split(/\s+/).slice(0, FIND).join(' ');

/** The sentences as a text to paste. */
export const asText = (sentences: readonly KeySentence[]) => sentences.map(({ text }) => `• ${text}`).join('\n');
