/** The imports of each name. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** The groups of names of which each reaches all others. */
export function circlesIn(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (name: string): number => {
    order.set(name, order.size);
    let low = order.get(name) ?? 0;
    open.push(name);
    for (const next of graph.get(name) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (open.includes(next)) low = Math.min(low, order.get(next) ?? 0);
    }
    if (low === order.get(name)) {
      const circle = open.splice(open.indexOf(name));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return low;
  };
  for (const name of graph.keys()) if (!order.has(name)) visit(name);
  return circles;
}
