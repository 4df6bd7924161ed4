interface Graph {
  getModuleInfo: (id: string) => { readonly importers: readonly string[] } | null;
}

const browser = /src\/features\/files\/browser\.tsx$/;
const lists = /src\/features\/(files|trash|found)\//;
/** They show entries too, or one of them. */
const cousins = /src\/features\/(preview|search|offline|rewind|live|roles|sharing|links|shares|uploadboxes)\//;
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

const door = /src\/features\/(signin|setup)\/[\w-]*page\.tsx$/;

/** What several of the pages before the door share, and no other page, comes in one file: signing in takes fewer requests. */
export function doorChunk(id: string, graph: Graph): string | null {
  const seen = new Set([id]);
  const pages = new Set<string>();
  for (const module of seen) {
    const importers = graph.getModuleInfo(module)?.importers ?? [];
    if (importers.length === 0) pages.add(module);
    for (const importer of importers) seen.add(importer);
  }
  if (pages.size < 2) return null;
  return [...pages].every((page) => door.test(page)) ? 'door' : null;
}
