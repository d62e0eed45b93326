import { AsyncLocalStorage } from 'node:async_hooks';

interface Uses {
  names: Set<string>;
  /** What it is a part of: a fragment is a part of its page. */
  parent: Uses | undefined;
}

const running = new AsyncLocalStorage<Uses>();

/** Notes that what is being made depends on a fact of the content; without effect where nothing is recorded. */
export function use(name: string): void {
  for (let uses = running.getStore(); uses; uses = uses.parent) uses.names.add(name);
}

/** Runs `work`, and returns with its result the names of the facts that it used. */
export async function recordUses<T>(work: () => Promise<T>): Promise<{ result: T; uses: ReadonlySet<string> }> {
  const uses: Uses = { names: new Set(), parent: running.getStore() };
  const result = await running.run(uses, work);
  return { result, uses: uses.names };
}
