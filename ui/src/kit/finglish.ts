import { foldLetter } from './find-text';

/** Persian letters that a Latin consonant may stand for, the likeliest first. Longer signs come first. */
const consonants: readonly (readonly [sign: string, letters: string])[] = [
  ['kh', 'خ'],
  ['gh', 'قغ'],
  ['ch', 'چ'],
  ['sh', 'ش'],
  ['zh', 'ژ'],
  ['ph', 'ف'],
  ['b', 'ب'],
  ['c', 'کس'],
  ['d', 'د'],
  ['f', 'ف'],
  ['g', 'گ'],
  ['h', 'هح'],
  ['j', 'جژ'],
  ['k', 'ک'],
  ['l', 'ل'],
  ['m', 'م'],
  ['n', 'ن'],
  ['p', 'پ'],
  ['q', 'قغ'],
  ['r', 'ر'],
  ['s', 'سصث'],
  ['t', 'تط'],
  ['v', 'و'],
  ['w', 'و'],
  ['y', 'ی'],
  ['z', 'زضظذ'],
];

interface Vowel {
  /** At the beginning of a word, and elsewhere: short vowels are seldom written. */
  readonly first: string;
  readonly later: string;
  /** How it is written most often, where it is not the first letter; the likeliest first. */
  readonly spelt: readonly string[];
  readonly speltFirst: string;
}

const vowels: Readonly<Record<string, Vowel>> = {
  a: { first: '[اع]ا?', later: 'ع?[اهی]?ع?', spelt: ['ا', ''], speltFirst: 'ا' },
  e: { first: '[اع]ی?', later: '[عهی]?', spelt: ['', 'ه'], speltFirst: 'ا' },
  i: { first: '[اع]?ی?', later: 'ع?ی{1,2}', spelt: ['ی'], speltFirst: 'ای' },
  o: { first: '[اع]و?', later: '[عی]?و?', spelt: ['', 'و'], speltFirst: 'ا' },
  u: { first: '[اع]?و', later: '[عی]?و', spelt: ['و'], speltFirst: 'او' },
};

type Sound = { readonly letters: string } | { readonly vowel: Vowel };

/** The sounds of a word; null where it is not Finglish, or too short to say anything. */
function readSounds(word: string): Sound[] | null {
  const text = word.toLowerCase().replaceAll(/['’-]/g, '');
  if (!/^[a-z]{3,24}$/.test(text)) return null;
  const sounds: Sound[] = [];
  let before = '';
  for (let at = 0; at < text.length;) {
    const vowel = vowels[text[at] ?? ''];
    const [sign, letters] = vowel
      ? [text[at] ?? '', '']
      : (consonants.find(([known]) => text.startsWith(known, at)) ?? (['', ''] as const));
    if (!sign) return null;
    // A doubled consonant is one letter with a mark that nobody writes.
    if (vowel) sounds.push({ vowel });
    else if (sign !== before) sounds.push({ letters });
    before = sign;
    at += sign.length;
  }
  // One consonant and its vowels would be in every second word; before it, a vowel is a letter as well.
  const heard = sounds.filter((sound, at) => at === 0 || 'letters' in sound).length;
  return heard < 2 ? null : sounds;
}

/**
 * The expression that finds a Persian word, folded as `foldText` does, by its Latin transcription: `gozaresh` finds
 * «گزارش». It is sticky: set `lastIndex` to the beginning of a word. Null for what is no transcription.
 */
export function patternOfFinglish(word: string): RegExp | null {
  const sounds = readSounds(word);
  if (!sounds) return null;
  const parts = sounds.map((sound, at) => {
    if ('vowel' in sound) return at === 0 ? sound.vowel.first : sound.vowel.later;
    const letters = Array.from(new Set(Array.from(sound.letters, (letter) => foldLetter(letter)))).join('');
    // The letter of «خواب» that is written and not said.
    return letters === 'خ' ? 'خو?' : `[${letters}]`;
  });
  return new RegExp(parts.join(''), 'uy');
}

/** The likeliest Persian spellings of a transcription, for who cannot search by a pattern; at most `most` of them. */
export function spellFinglish(word: string, most: number): string[] {
  const sounds = readSounds(word);
  if (!sounds) return [];
  let spellings = [''];
  sounds.forEach((sound, at) => {
    const ways =
      'letters' in sound
        ? [sound.letters[0] ?? '']
        : at === 0
          ? [sound.vowel.speltFirst]
          : at === sounds.length - 1
            ? sound.vowel.spelt.toReversed()
            : sound.vowel.spelt;
    spellings = ways.flatMap((way) => spellings.map((spelling) => spelling + way)).slice(0, most * 4);
  });
  return spellings.slice(0, most);
}
