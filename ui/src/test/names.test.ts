import { describe, expect, it } from 'vitest';
import { withNames, wordsOf, type Declaration } from './names';

const words = (text: string) => new Set(text.split(/\s+/));

/** Names that keep no rule of this file, each with its reason. The list only shrinks. */
const asTheyAre: Readonly<Record<string, string>> = {
  'features/editors/sheet/formula/numbers.ts boolAt': 'reads an argument of a formula, as numberAt and textAt do',
};

/** Words of this house alone; the field has others. */
const nowhere = words(
  'desk desks sitting sittings lane lanes weave weaves woven dress dresses dressed spoiled lookout stuff',
);
/** They have a plain sense as well: room beside a name, the turn of a text. No function and no type is called so. */
const notOfFunctions = words('room rooms door doors turn turns thing things some');
/** Verbs of every household, and forms of verbs that say neither who acts nor on what. */
const empty = words('do does go goes give gives take takes look looks tell tells say says hear');
const participles = words(
  'left kept told held sent lost made said found bound done gone shut built paid bought sold begun known shown drawn laid ' +
    'met won spent torn worn seen taken given written broken chosen hidden stolen fallen forgotten hung thought meant',
);
/** Nouns and verbs that end as participles do. */
const nouns = words(
  'embed feed seed need speed string ring thing ping heading listing encoding setting padding spacing warning timing ' +
    'mapping binding ending drawing numbering billing building exceed proceed meeting scaling bring spring sling wing swing ' +
    'spelling shading rendering rounding typing sibling bounding',
);
const particles = words('of by to from for with within on as in at');

/** They begin a question. */
const predicates = words(
  'is are has have was can may should needs must contains includes covers accepts allows matches equal equals overlaps',
);
/** They begin a function that does something and says whether it did. */
const effects = words(
  'apply handle run copy insert rewrite commit prepare prove settle set step update end open accept take go',
);

/** Components are nouns: none of these is the last word of one, and one that begins with a verb has a thing at its end. */
const verbs = words(
  'act add apply approve ask begin cancel choose close confirm connect create crop delete disable edit enrol extend find ' +
    'give hand invite keep leave make merge open pin remove rename renew resend reset select send submit transfer verify write',
);
const loose = words(
  'after again all also at before between by elsewhere for from how in inside now of off on over since through to under ' +
    'when where who with act approve choose connect create edit keep verify open empty',
);
const things = words(
  'dialog page button field form step row rows bar box card section menu list panel zone notice state prompt tray guide ' +
    'link area frame viewer tools cell preview mark header icon stage block file path question guard item stack picker chip ' +
    'sms email totp document success',
);

const isParticiple = (word: string) =>
  participles.has(word) || (word.length > 4 && /(ed|ing)$/.test(word) && !nouns.has(word));

const isComponent = ({ kind, name, file, hasElements }: Declaration) =>
  kind === 'function' && /^[A-Z]/.test(name) && file.endsWith('.tsx') && hasElements();

const isHookName = (name: string) => /^use[A-Z]/.test(name);

function isNoun(name: string): boolean {
  const all = wordsOf(name);
  const [first = '', last = ''] = [all[0], all.at(-1)];
  if (loose.has(last) || isParticiple(last)) return false;
  return !verbs.has(first) || all.length === 1 || things.has(last);
}

/** What a function is not called; undefined for a name that says what it does. */
function problemOfFunction(one: Declaration): string | undefined {
  const { name, kind, isExported, uses } = one;
  const all = wordsOf(name);
  const [first = '', second] = all;
  if (isComponent(one)) return isNoun(name) ? undefined : 'a component is a noun';
  if (isHookName(name) && kind === 'function') return one.callsHook() ? undefined : 'no hook is named useX';
  if (/^[a-z]/.test(name) && one.callsHook()) return 'a hook is named useX';
  if (kind === 'function' && !isExported && uses.length > 0 && uses.every((use) => /^on[A-Z]/.test(use))) {
    return /^(handle|set)[A-Z]/.test(name) ? undefined : 'what only handles an event is named handleX';
  }
  if (/^[A-Z]/.test(name)) return undefined;
  if (isParticiple(first) && (!second || particles.has(second)))
    return 'a participle says neither who acts nor on what';
  if (all.length === 1 && empty.has(first)) return 'the field has a word for what it does';
  if (!predicates.has(first) && !effects.has(first) && one.isBoolean()) return 'a question is named isX, hasX, canX …';
  return undefined;
}

function problemOf(one: Declaration): string | undefined {
  const all = wordsOf(one.name);
  const isNamed = one.kind !== 'value';
  if (all.some((word) => nowhere.has(word) || (isNamed && notOfFunctions.has(word))))
    return 'a word of this house alone';
  return one.kind === 'function' || one.kind === 'method' ? problemOfFunction(one) : undefined;
}

/** Calls of the server, and what is asked for at the start of a page, stand together in files of their own. */
const hasManyHooks = (file: string) => file.startsWith('api/') || /\/(api|queries|[a-z]+-api)\.ts$/.test(file);

/** The files that export hooks and no other function, and are named for none of them. */
function misnamedFiles(all: readonly Declaration[]): string[] {
  const exported = all.filter(({ isExported, kind }) => isExported && (kind === 'function' || kind === 'class'));
  const files = new Set(exported.filter(({ name }) => isHookName(name)).map(({ file }) => file));
  return [...files].filter((file) => {
    const functions = exported.filter((one) => one.file === file);
    const own = file.replace(/^.*\//, '').replace(/\.tsx?$/, '');
    return (
      !hasManyHooks(file) &&
      functions.every(({ name }) => isHookName(name)) &&
      !functions.some(({ name }) => wordsOf(name).join('-').startsWith(own))
    );
  });
}

const isHouse = (word: string) => nowhere.has(word) || notOfFunctions.has(word);

const isOutside = ({ file }: Declaration) => file.startsWith('isolated/') || file.startsWith('test/');

describe('names', () => {
  it('say what things are and what functions do', () => {
    withNames((all) => {
      expect(all.length).toBeGreaterThan(10_000);
      const own = all.filter((one) => !isOutside(one));
      const wrong = own.flatMap((one) => {
        const problem = problemOf(one);
        return problem
          ? [{ id: `${one.file} ${one.name}`, text: `${one.file}:${one.line} ${one.name}: ${problem}` }]
          : [];
      });
      expect(wrong.filter(({ id }) => !(id in asTheyAre)).map(({ text }) => text)).toEqual([]);
      expect(Object.keys(asTheyAre).filter((id) => !wrong.some((one) => one.id === id))).toEqual([]);
      expect(misnamedFiles(own)).toEqual([]);
      const files = new Set(own.map(({ file }) => file));
      expect([...files].filter((file) => file.split(/[/.-]/).some(isHouse))).toEqual([]);
    });
  }, 120_000);
});
