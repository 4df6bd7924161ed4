interface Module {
  readonly importers: readonly string[];
  readonly dynamicImporters: readonly string[];
}

interface Graph {
  getModuleInfo: (id: string) => Module | null;
}

/**
 * The families of screens that share one chunk of code and one of words in each language. A module belongs to a family
 * when a dynamic import of the family brings it along; the first family that matches the imported file counts.
 */
const families: [name: string, entries: RegExp][] = [
  // The page around the viewers opens without a connection as any other page does.
  ['preview', /features\/preview\/page/],
  [
    'viewers',
    /features\/viewers\/|pdfjs-dist|codemirror|@lezer|media-chrome|\/marked\/|dompurify|panzoom|numfmt|zip\.js\//,
  ],
  ['editor', /features\/(editors\/page\/editor-page|preview\/versions\/)/],
  // Each editor comes with the first document of its kind.
  ['editors', /features\/editors\//],
  // Around every page of a workspace.
  ['frame', /src\/frame\/frame\.tsx$|features\/imports\/tray\./],
  // The command palette is asked for; what it shares with others stays with them.
  ['palette', /src\/frame\/palette\/palette\./],
  // Popups come after the first paint of every page.
  ['inside', /kit\/menu-popup/],
  // Every page of the product brings them along after its first paint.
  ['always', /src\/(global-hosts|api\/save-me)\.tsx?$|workbox-window/],
  // Lists of entries draw these at once or right after the first paint.
  [
    'files',
    /features\/(files\/(page|files-dialogs|view\/(selection-bar|paste-bar|error-state))|trash|favorites|recents|home|live|uploads\/(tray|own-tray|uploads)|search\/search-b\w+)[\w-]*/,
  ],
  // Lists open these when asked.
  [
    'entry',
    /features\/(files\/(?!sharing\/pages)|uploads|offline\/actions|rewind|access\/view-as-bar|people\/confirm-dialog)/,
  ],
  ['account', /features\/(accounts|apitokens|devices|twofactor|passkeys|audit|onboarding|reauthenticate)\//],
  ['signin', /features\/(boxes\/code-page|(signin|setup|captcha|providers)\/)/],
  ['visit', /features\/(links\/download-|boxes\/visit-)/],
  ['dialogs', /features\/(links|boxes|gate|members|access|roles)\/[\w-]+-dialog/],
  ['billing', /features\/billing\//],
  ['tickets', /features\/tickets\//],
  ['imports', /features\/imports\//],
  ['spaces', /features\/(workspaces\/(list|create|public)|access\/guest-spaces)-page/],
  // Staff who sell, and staff who look after the server, open these.
  ['selling', /features\/console\/(payments|plans|discounts|revenue\/)/],
  ['system', /features\/console\/(outbox|jobs|log|settings\/)/],
  ['console', /features\/console\//],
  ['manage', /features\/|page\//],
];

const ofConsole = new Set(['console', 'selling', 'system']);

const source = /ui\/src\/(?!i18n\/(?!format)|main\.tsx|sw\.ts)|node_modules\/|virtual:pwa/;

function familyOf(entry: string): string | null {
  return families.find(([, entries]) => entries.test(entry))?.[0] ?? null;
}

/** The families whose dynamic imports bring the module along. */
function familiesOf(id: string, graph: Graph): Set<string> {
  const seen = new Set([id]);
  const found = new Set<string>();
  for (const module of seen) {
    const info = graph.getModuleInfo(module);
    if (info && info.dynamicImporters.length > 0) {
      const family = familyOf(module);
      if (family) found.add(family);
    }
    for (const importer of info?.importers ?? []) seen.add(importer);
  }
  return found;
}

/**
 * Few and large chunks: they compress better than many small ones, and take fewer requests. A module of one family goes
 * into the family's chunk; one that several need into one of four by whether the two first screens, sign-in and files, need it.
 */
export function codeChunk(id: string, graph: Graph): string | null {
  if (!source.test(id)) return null;
  const found = familiesOf(id, graph);
  if (found.size === 0) return null;
  // The palette finds in the console without bringing along its pages.
  if (found.size > 1 && found.delete('palette') && [...found].every((name) => ofConsole.has(name))) return 'more';
  // Viewers and editors share some code, which comes with neither.
  if ([...found].every((name) => name === 'viewers' || name === 'editors')) return null;
  if (found.size === 1) {
    const [only] = found;
    return only ?? null;
  }
  // The frame of the console is open before its parts are.
  if ([...found].every((name) => ofConsole.has(name))) return 'console';
  if (found.has('signin')) return ['files', 'frame', 'always'].some((name) => found.has(name)) ? 'shared' : 'forms';
  if (found.has('visit')) return found.has('files') ? 'common' : 'public';
  if (found.has('frame')) return 'frame';
  if (found.has('files')) return 'inside';
  return found.has('always') ? 'always' : 'more';
}

const named = new Set([
  'base',
  'shared',
  'forms',
  'common',
  'public',
  'inside',
  'more',
  ...families.map(([name]) => name),
]);

/** Viewers and their languages are many and large: they live apart and are never cached ahead. */
export function isViewer(name: string, modules: readonly string[]): boolean {
  return !named.has(name) && modules.some((id) => ['viewers', 'editors'].includes(familyOf(id) ?? ''));
}
