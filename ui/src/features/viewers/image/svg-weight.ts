/** Elements that a browser draws in some seconds. */
const MOST = 500_000;

/** The elements that one draws besides those within it: by `use`, and as a fill, mask, marker, filter or the like. */
function referencesOf(element: Element): string[] {
  const used: string[] = [];
  for (const { name, value } of element.attributes) {
    if (element.localName === 'use' && /^(.+:)?href$/.test(name) && value.startsWith('#')) used.push(value.slice(1));
    for (const [, id = ''] of value.matchAll(/url\(\s*["']?#([^)"'\s]+)/g)) used.push(id);
  }
  return used;
}

/**
 * Whether a drawing makes the browser draw more than it can: elements that use others, which use others again, grow beyond
 * every bound in a file of a kilobyte, and no browser stops.
 */
export function isHeavySvg(text: string): boolean {
  const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  const named = new Map<string, Element>();
  for (const one of root.querySelectorAll('[id]')) if (!named.has(one.id)) named.set(one.id, one);
  const known = new Map<Element, number>();
  const weigh = (element: Element): number => {
    const had = known.get(element);
    if (had !== undefined) return had;
    known.set(element, 0); // one that uses itself is not drawn
    let sum = 1;
    for (const child of element.children) sum += weigh(child);
    for (const name of referencesOf(element)) {
      const target = named.get(name);
      if (target) sum += weigh(target);
    }
    known.set(element, sum);
    return sum;
  };
  try {
    return weigh(root) > MOST;
  } catch {
    return true; // nested deeper than the stack
  }
}
