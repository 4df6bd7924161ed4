interface Graph {
  getModuleInfo: (id: string) => { readonly importers: readonly string[] } | null;
}

const browser = /src\/features\/files\/browser\.tsx$/;
const lists = /src\/features\/(files|trash|favorites|recents)\//;
/** Other features that show entries. */
const entryUsers = /src\/features\/(preview|viewers|search|offline|rewind|live|roles|access|gate|links|boxes)\//;
const feature = /src\/features\//;

/**
 * The code of lists of entries is two files: they compress better than fifty small ones, and take fewer requests.
 * Other screens that show entries need only the first, so that those do not carry the whole list.
 */
export function listChunk(id: string, graph: Graph): string | null {
  if (!/src\/(features\/files|kit)\/|node_modules\/lucide-react\//.test(id)) return null;
  const seen = new Set([id]);
  let needed = false;
  let shared = false;
  for (const module of seen) {
    needed ||= browser.test(module);
    shared ||= entryUsers.test(module);
    if (feature.test(module) && !lists.test(module) && !entryUsers.test(module)) return null;
    for (const importer of graph.getModuleInfo(module)?.importers ?? []) seen.add(importer);
  }
  if (!needed) return null;
  return shared ? 'entries' : 'browser';
}

/** The modules that are fetched by themselves, and bring this one along. */
function rootsOf(id: string, graph: Graph): string[] {
  const seen = new Set([id]);
  const roots: string[] = [];
  for (const module of seen) {
    const importers = graph.getModuleInfo(module)?.importers ?? [];
    if (importers.length === 0) roots.push(module);
    for (const importer of importers) seen.add(importer);
  }
  return roots;
}

/** Code that every page fetches after the first paint, and that other chunks import too. */
const always = /src\/(global-hosts|api\/save-me|page\/say-fault)\.tsx?$/;
/** Small things that most pages need: one by one they would not even be compressed. */
const small =
  /src\/(api\/(changed|known-spaces|key-parts|place)|features\/(files\/view\/drive-toggle|uploads\/(choose|ask-input|picked|walk|upload-events)|offline\/pinned)|kit\/(file-type|copy-text))\.tsx?$/;
const auth = /src\/features\/(signin|setup)\/[\w-]*page\.tsx$/;
const account =
  /src\/features\/(accounts\/\w+-tab|apitokens\/tokens-tab|audit\/(own-events|admin-log)|\w+\/[\w-]+-dialog)\.tsx$/;

/** Code shared only by the sign-in pages, or only by parts of the account's settings, is one file: fewer requests. */
export function sharedChunk(id: string, graph: Graph): string | null {
  if (always.test(id)) return 'always';
  if (small.test(id)) return 'small';
  const roots = rootsOf(id, graph);
  if (roots.length < 2) return null;
  const all = (test: RegExp) => roots.every((root) => test.test(root));
  if (all(auth)) return 'door';
  return all(account) ? 'account' : null;
}
