/** What was made of an object, and the other things that it depended on. */
export type Memory<T> = Pick<WeakMap<object, { with: readonly unknown[]; value: T }>, 'get'> & {
  set(of: object, kept: { with: readonly unknown[]; value: T }): unknown;
};

/** What `make` gives for an object: kept while the object is the same one, and the things it depends on are. */
export function remembered<T>(memory: Memory<T>, of: object, dependsOn: readonly unknown[], make: () => T): T {
  const known = memory.get(of);
  if (known?.with.length === dependsOn.length && known.with.every((one, at) => one === dependsOn[at]))
    return known.value;
  const value = make();
  memory.set(of, { with: dependsOn, value });
  return value;
}
