/**
 * A cycle in a graph, if it has one.
 *
 * @param graph What each node leads to.
 * @returns The nodes of the first cycle, its first node again at the end.
 */
export function findCycle(graph: ReadonlyMap<string, Iterable<string>>): string[] | undefined {
  const done = new Set<string>();
  for (const start of graph.keys()) {
    const cycle = visit(start, []);
    if (cycle !== undefined) return cycle;
  }
  return undefined;

  function visit(node: string, path: readonly string[]): string[] | undefined {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return undefined;
    for (const next of graph.get(node) ?? []) {
      const cycle = visit(next, [...path, node]);
      if (cycle !== undefined) return cycle;
    }
    done.add(node);
    return undefined;
  }
}
