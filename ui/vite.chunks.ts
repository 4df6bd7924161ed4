interface Graph {
  getModuleInfo: (id: string) => { readonly importers: readonly string[] } | null;
}

const browser = /src\/features\/files\/browser\.tsx$/;
const lists = /src\/features\/(files|trash|favorites|recents)\//;
/** They show entries too, or one of them. */
const cousins = /src\/features\/(preview|viewers|search|offline|rewind|live|roles|access|gate|links|boxes)\//;
const feature = /src\/features\//;

/**
 * What lists of entries need comes in two files: they compress better than fifty small ones, and take fewer requests.
 * The first is what other screens that show entries need as well, so that those do not carry the whole list.
 */
export function listChunk(id: string, graph: Graph): string | null {
  if (!/src\/(features\/files|kit)\/|node_modules\/lucide-react\//.test(id)) return null;
  const seen = new Set([id]);
  let needed = false;
  let shared = false;
  for (const module of seen) {
    needed ||= browser.test(module);
    shared ||= cousins.test(module);
    if (feature.test(module) && !lists.test(module) && !cousins.test(module)) return null;
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

/** What is fetched for every page after the first paint, and needed by others too. */
const always = /src\/(global-hosts|api\/save-me|page\/say-fault)\.tsx?$/;
/** Small things that most pages need: one by one they would not even be compressed. */
const small =
  /src\/(api\/(changed|known-spaces|key-parts|place)|features\/(files\/view\/drive-toggle|uploads\/(choose|ask-input|picked|walk|upload-events)|offline\/pinned)|kit\/(file-type|copy-text))\.tsx?$/;
const door = /src\/features\/(signin|setup)\/[\w-]*page\.tsx$/;
const account =
  /src\/features\/(accounts\/\w+-tab|apitokens\/tokens-tab|audit\/(own-events|admin-log)|\w+\/[\w-]+-dialog)\.tsx$/;

/** What pages before the door, or parts of the account's settings, share, and nothing else does, comes in one file: fewer requests. */
export function sharedChunk(id: string, graph: Graph): string | null {
  if (always.test(id)) return 'always';
  if (small.test(id)) return 'small';
  const roots = rootsOf(id, graph);
  if (roots.length < 2) return null;
  const all = (test: RegExp) => roots.every((root) => test.test(root));
  if (all(door)) return 'door';
  return all(account) ? 'account' : null;
}
