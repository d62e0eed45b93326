/** The groups of names that lead to each other along arrows, each sorted: none, when nothing leads back. */
export function circlesOf(arrows: readonly (readonly string[])[]): string[][] {
  const next = new Map<string, Set<string>>();
  for (const [from = '', to = ''] of arrows) if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to));
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (name: string): void => {
    index.set(name, index.size);
    low.set(name, index.get(name) ?? 0);
    stack.push(name);
    for (const other of next.get(name) ?? []) {
      if (!index.has(other)) visit(other);
      // One that is no longer on the stack belongs to a group that is complete.
      if (stack.includes(other)) low.set(name, Math.min(low.get(name) ?? 0, low.get(other) ?? 0));
    }
    if (low.get(name) !== index.get(name)) return;
    const circle = stack.splice(stack.indexOf(name));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const name of next.keys()) if (!index.has(name)) visit(name);
  return circles.sort(([a = ''], [b = '']) => a.localeCompare(b));
}
